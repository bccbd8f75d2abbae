"use client";
import { BaseEdge, type EdgeProps, getSmoothStepPath } from "@xyflow/react";
import { Plus, X } from "lucide-react";
import { memo } from "react";
import { createPortal } from "react-dom";
import { useCanvasActions } from "./canvas-actions";
import type { EditorFlowEdge } from "./flow-nodes";

/** An edge with its branch's name, and in its middle a button that puts a node between. */
export const EditorEdge = memo(function EditorEdge(props: EdgeProps<EditorFlowEdge>) {
  const { id, source, target, selected, markerEnd, data } = props;
  const actions = useCanvasActions();
  const [path, x, y] = getSmoothStepPath(props);
  const way = `${source} → ${target}`;
  return (
    <>
      <BaseEdge id={id} path={path} {...(markerEnd !== undefined && { markerEnd })} interactionWidth={24} />
      {/* React Flow's own renderer of labels searches the page for its layer, for each edge and each move of the pointer. */}
      {actions
        ? createPortal(
            <div
              className="nodrag nopan pointer-events-auto absolute flex items-center gap-0.5"
              style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
            >
              <button
                type="button"
                tabIndex={-1}
                aria-label={`Insert a node into ${way}${data?.branch === undefined ? "" : ` (${data.branch})`}`}
                onClick={(event) => actions.insertInto(id, event.currentTarget)}
                className="edge-button"
              >
                <Plus aria-hidden className="size-3" />
              </button>
              {selected ? (
                <button
                  type="button"
                  tabIndex={-1}
                  aria-label={`Remove the connection ${way}`}
                  onClick={() => actions.removeEdge(id)}
                  className="edge-button text-danger-ink!"
                >
                  <X aria-hidden className="size-3" />
                </button>
              ) : null}
            </div>,
            actions.layer,
          )
        : null}
    </>
  );
});
