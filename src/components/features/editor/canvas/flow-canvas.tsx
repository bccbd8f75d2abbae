"use client";
import {
  Background,
  MiniMap,
  type OnConnectEnd,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import "@/components/graph/graph.css";
import "./canvas.css";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { GraphControls } from "@/components/graph/graph-controls";
import { nodeHeight, nodeWidth } from "@/components/graph/layout-graph";
import type { Edge } from "@/core/definition";
import { connectionRefusal } from "@/core/graph/edit/connect";
import { nodeTypes as knownTypes, type NodeType } from "@/core/kinds";
import { useEditor } from "../editor-context";
import type { NewPlace } from "../graph-actions";
import { draggedNodeType, NodePicker } from "../node-picker";
import { type PickerAnchor, PickerPopover } from "../picker-popover";
import { CanvasActionsProvider } from "./canvas-actions";
import { CanvasToolbar } from "./canvas-toolbar";
import { ConnectionHint } from "./connection-hint";
import { EditorEdge } from "./editor-edge";
import { EditorNodeCard } from "./editor-node";
import { fitOptions } from "./fit-options";
import { GraphSearch } from "./graph-search";
import { useCanvasKeys } from "./use-canvas-keys";
import { useEdgeActions } from "./use-edge-actions";
import { type CanvasStates, useFlow } from "./use-flow";

const nodeTypes = { editor: EditorNodeCard };
const edgeTypes = { editor: EditorEdge };
const manyNodes = 200;
const readableNodes = 60;
const firstNodes = 12;
const refusalStaysMs = 8_000;
const ariaLabels = {
  "node.a11yDescription.default": "Press Enter to select the node, the arrow keys to move it, Delete to remove it.",
  "node.a11yDescription.keyboardDisabled": "Press Enter to select the node.",
} as const;

export interface FlowCanvasProps {
  label: string;
  states: CanvasStates | undefined;
  /** a node to be shown, and how often it was asked for */
  shown: { nodeId: string; number: number } | undefined;
}

export function FlowCanvas(props: FlowCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

interface Asking {
  anchor: PickerAnchor;
  title: string;
  where: NewPlace;
}

function Canvas({ label, states, shown }: FlowCanvasProps) {
  const editor = useEditor();
  const flow = useReactFlow();
  const frame = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState<Asking>();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [lastRefusal, setLastRefusal] = useState<string>();
  useEffect(() => {
    if (lastRefusal === undefined) return;
    const timer = setTimeout(() => setLastRefusal(undefined), refusalStaysMs);
    return () => clearTimeout(timer);
  }, [lastRefusal]);
  const { nodes, edges, edgeOf, onNodesChange, onEdgesChange, selectedEdges } = useFlow(editor, states);
  const canEdit = editor.definition !== undefined;

  const show = (id: string) => {
    const place = editor.places.get(id);
    const zoom = Math.max(flow.getZoom(), 0.75);
    if (place) void flow.setCenter(place.x + nodeWidth / 2, place.y + nodeHeight / 2, { zoom, duration: 200 });
  };
  const removeSelected = () => {
    const gone = selectedEdges.flatMap((id) => edgeOf(id) ?? []);
    editor.remove(editor.selection);
    if (editor.selection.size === 0) editor.disconnect(gone);
    // What had the focus is gone; the canvas keeps it, so that the next key is still heard.
    frame.current?.focus();
  };
  const onKeyDown = useCanvasKeys(editor, { flow, removeSelected, onFind: () => search.current?.focus() });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that it is asked for, and only then
  useEffect(() => {
    if (shown) show(shown.nodeId);
  }, [shown]);

  const { actions, onInit } = useEdgeActions(editor, edgeOf, frame, (edge, anchor) =>
    setAsking({ anchor, title: "Insert a node", where: { kind: "between", edge } }),
  );

  const refusalOf = (edge: Edge) =>
    editor.definition ? connectionRefusal(editor.definition, edge) : "The definition has a mistake.";
  const onConnectEnd: OnConnectEnd = (event, { fromNode, fromHandle, toNode, isValid }) => {
    if (!fromNode || !fromHandle || isValid) return;
    const branch = fromHandle.id ?? undefined;
    if (toNode) {
      const refusal = refusalOf({ source: fromNode.id, target: toNode.id, ...(branch !== undefined && { branch }) });
      setLastRefusal(refusal);
      if (refusal !== undefined) editor.announce(refusal);
    } else if (fromHandle.type === "source") {
      const { clientX: x, clientY: y } =
        "changedTouches" in event ? (event.changedTouches[0] ?? { clientX: 0, clientY: 0 }) : event;
      const corner = flow.screenToFlowPosition({ x, y });
      const point = { x: corner.x - nodeWidth / 2, y: corner.y };
      setAsking({
        anchor: { x, y },
        title: "Add what follows",
        where: { kind: "after", nodeId: fromNode.id, branch, point },
      });
    }
  };
  const addAt = (type: NodeType, where: NewPlace) => {
    if (editor.addNode(type, where) !== undefined) frame.current?.focus();
  };
  /** From the palette: behind the one node that is selected, or else in the middle of what one sees. */
  const addFromPalette = (type: NodeType) => {
    const [only, ...others] = editor.selection;
    if (only !== undefined && others.length === 0 && type !== "trigger")
      return addAt(type, { kind: "after", nodeId: only });
    const box = frame.current?.getBoundingClientRect();
    if (!box || editor.graph.nodes.length === 0) return addAt(type, { kind: "anywhere" });
    const middle = flow.screenToFlowPosition({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    addAt(type, { kind: "point", point: { x: middle.x - nodeWidth / 2, y: middle.y - nodeHeight / 2 } });
  };
  const onDrop = (event: DragEvent) => {
    const type = knownTypes.find((known) => known === event.dataTransfer.getData(draggedNodeType));
    if (!type) return;
    event.preventDefault();
    const point = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    addAt(type, { kind: "point", point: { x: point.x - nodeWidth / 2, y: point.y - nodeHeight / 2 } });
  };

  // All of a very large graph would be a grey cloud: it opens at its beginning.
  const firstView = nodes.length > readableNodes ? { ...fitOptions, nodes: nodes.slice(0, firstNodes) } : fitOptions;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a canvas that one moves with the keyboard has no element of its own
    <div
      ref={frame}
      role="group"
      aria-label={label}
      tabIndex={-1}
      className="editor-canvas size-full outline-none"
      onKeyDown={onKeyDown}
      onPointerDown={() => setLastRefusal(undefined)}
      onDragOver={(event) => {
        if (canEdit && event.dataTransfer.types.includes(draggedNodeType)) event.preventDefault();
      }}
      onDrop={onDrop}
    >
      <CanvasActionsProvider value={actions}>
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          fitView
          fitViewOptions={firstView}
          minZoom={0.05}
          maxZoom={1.5}
          nodesDraggable={canEdit}
          nodesConnectable={canEdit}
          edgesReconnectable={false}
          connectionRadius={36}
          deleteKeyCode={null}
          selectionKeyCode="Shift"
          multiSelectionKeyCode={["Meta", "Control", "Shift"]}
          zoomOnScroll={false}
          zoomOnDoubleClick={false}
          zoomActivationKeyCode={["Meta", "Control"]}
          preventScrolling={false}
          onlyRenderVisibleElements={nodes.length > manyNodes}
          ariaLabelConfig={ariaLabels}
          isValidConnection={({ source, target, sourceHandle }) =>
            refusalOf({ source, target, ...(sourceHandle != null && { branch: sourceHandle }) }) === undefined
          }
          onConnect={({ source, target, sourceHandle }) =>
            editor.connect({ source, target, ...(sourceHandle !== null && { branch: sourceHandle }) })
          }
          onInit={onInit}
          onConnectStart={() => setLastRefusal(undefined)}
          onConnectEnd={onConnectEnd}
          onNodesChange={onNodesChange}
          onEdgesChange={onEdgesChange}
        >
          <Background gap={20} />
          <GraphControls />
          {nodes.length > 8 ? (
            <MiniMap pannable zoomable ariaLabel="Overview of the graph" className="m-2! hidden sm:block" />
          ) : null}
          {editor.readOnly ? null : (
            <CanvasToolbar isPaletteOpen={isPaletteOpen} onTogglePalette={() => setPaletteOpen(!isPaletteOpen)} />
          )}
          <Panel position="top-right" className="m-2!">
            <GraphSearch
              inputRef={search}
              onFound={(id) => {
                editor.select([id]);
                show(id);
              }}
              onLeave={() => frame.current?.focus()}
            />
          </Panel>
          {isPaletteOpen && canEdit ? (
            <Panel
              position="top-left"
              className="m-2! mt-12! flex max-h-[calc(100%-7rem)] w-64 flex-col rounded-md border bg-raised p-2 shadow-popup"
            >
              <NodePicker autoFocus draggable onPick={addFromPalette} />
            </Panel>
          ) : null}
          {nodes.length === 0 ? (
            <Panel position="top-center" className="mt-24! text-sm text-ink-muted">
              {canEdit ? "There is nothing here yet: add a trigger, and what follows it." : "There is nothing to draw."}
            </Panel>
          ) : null}
          <ConnectionHint refusalOf={refusalOf} nameOf={editor.nameOf} lastRefusal={lastRefusal} />
        </ReactFlow>
      </CanvasActionsProvider>
      <PickerPopover
        anchor={asking?.anchor}
        title={asking?.title ?? ""}
        onClose={() => setAsking(undefined)}
        onPick={(type) => {
          if (asking) addAt(type, asking.where);
          return () => frame.current;
        }}
      />
    </div>
  );
}
