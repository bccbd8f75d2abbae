"use client";
import { useStore } from "@xyflow/react";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { Edge } from "@/core/definition";
import type { PickerAnchor } from "../picker-popover";
import type { GraphEditor } from "../use-graph-editor";
import type { CanvasActions } from "./canvas-actions";

/** Smaller, the buttons of edges are specks that nobody can hit, and hundreds of them make a large graph slow. */
const pressableZoom = 0.4;

/** What the buttons of edges do. They know of the draft only when they are pressed, so that an edit draws no edge again. */
export function useEdgeActions(
  editor: GraphEditor,
  edgeOf: (id: string) => Edge | undefined,
  frame: RefObject<HTMLElement | null>,
  onInsert: (edge: Edge, anchor: PickerAnchor) => void,
): { actions: CanvasActions | undefined; onInit: () => void } {
  const [layer, setLayer] = useState<Element | null>(null);
  const isPressable = useStore(({ transform: [, , zoom] }) => zoom >= pressableZoom);
  const canEdit = editor.definition !== undefined;
  const latest = useRef({ editor, edgeOf, onInsert });
  useEffect(() => {
    latest.current = { editor, edgeOf, onInsert };
  });
  const actions = useMemo((): CanvasActions | undefined => {
    if (!layer || !isPressable || !canEdit) return undefined;
    return {
      layer,
      insertInto: (edgeId, anchor) => {
        const edge = latest.current.edgeOf(edgeId);
        if (edge) latest.current.onInsert(edge, anchor);
      },
      removeEdge: (edgeId) => {
        const edge = latest.current.edgeOf(edgeId);
        if (edge) latest.current.editor.disconnect([edge]);
      },
    };
  }, [layer, isPressable, canEdit]);
  const onInit = () => setLayer(frame.current?.querySelector(".react-flow__edgelabel-renderer") ?? null);
  return { actions, onInit };
}
