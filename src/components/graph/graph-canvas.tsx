"use client";
import { Background, type Edge, MarkerType, ReactFlow, ReactFlowProvider, useReactFlow } from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import "./graph.css";
import { useEffect, useEffectEvent, useMemo } from "react";
import { statusLooks } from "@/components/ui/status";
import { GraphControls } from "./graph-controls";
import { type CardNode, GraphNodeCard } from "./graph-node";
import type { EdgeState, GraphViewProps } from "./graph-types";
import { layoutGraph, nodeHeight, nodeWidth } from "./layout-graph";
import { fitOptions, moveByKeyboard } from "./move-by-keyboard";
import { nodeLook } from "./node-look";
import { type GraphEdge, graphShape } from "./read-graph";

const nodeTypes = { card: GraphNodeCard };
const readableNodes = 60;
const firstNodes = 12;
/** Below it a node is hard to read, and to hit. */
const readableZoom = 0.5;
const ariaLabels = {
  "node.a11yDescription.default": "Press Enter to select the node.",
  "node.a11yDescription.keyboardDisabled": "Press Enter to select the node.",
} as const;

export function GraphCanvas(props: GraphViewProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

/** The drawing is for looking: nothing moves, connects or is deleted here. */
function Canvas({ label, graph, statuses, edgeStates, problems, selected, onSelect }: GraphViewProps) {
  const flow = useReactFlow();
  const shape = graphShape(graph);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape is all of the graph that the places depend on
  const places = useMemo(() => layoutGraph(graph), [shape]);

  const nodes = useMemo(
    () =>
      graph.nodes.map(({ id, type, name }): CardNode => {
        const status = statuses?.get(id);
        const words = [name, nodeLook(type).label, status && statusLooks[status].label];
        return {
          id,
          type: "card",
          position: places.get(id) ?? { x: 0, y: 0 },
          width: nodeWidth,
          height: nodeHeight,
          selected: id === selected,
          data: { name, type, status, faulty: problems?.has(id) ?? false },
          ariaLabel: words.filter(Boolean).join(", "),
          ...(onSelect && { ariaRole: "button" }),
        };
      }),
    [graph, places, statuses, problems, selected, onSelect],
  );
  const edges = useMemo(
    () => graph.edges.map((edge) => toFlowEdge(edge, edgeStates?.get(edge.id))),
    [graph, edgeStates],
  );

  // All of a very large graph would be a grey cloud: it opens at its beginning.
  const isLarge = nodes.length > readableNodes;
  const isThere = selected !== undefined && places.has(selected);
  const shownFirst = isThere ? [{ id: selected }] : nodes.slice(0, firstNodes);
  const firstView = isLarge ? { ...fitOptions, minZoom: readableZoom, nodes: shownFirst } : fitOptions;

  // A changed shape is shown whole; the first one is fitted by fitView.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the shape calls for another view
  useEffect(() => {
    const frame = requestAnimationFrame(() => void flow.fitView(firstView));
    return () => cancelAnimationFrame(frame);
  }, [shape]);

  // Of a large graph only a part is in sight: whatever is selected elsewhere comes into it.
  const showSelected = useEffectEvent(() => {
    const place = selected === undefined ? undefined : places.get(selected);
    if (!isLarge || !place) return;
    const { zoom } = flow.getViewport();
    void flow.setCenter(place.x + nodeWidth / 2, place.y + nodeHeight / 2, { zoom: Math.max(zoom, readableZoom) });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is what calls for it
  useEffect(() => showSelected(), [selected]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a canvas that one moves with the keyboard has no element of its own
    <div role="group" aria-label={label} className="size-full" onKeyDown={(event) => moveByKeyboard(event, flow)}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        fitView
        fitViewOptions={firstView}
        minZoom={0.05}
        maxZoom={1.5}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={onSelect !== undefined}
        edgesFocusable={false}
        elementsSelectable={onSelect !== undefined}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        zoomOnScroll={false}
        zoomActivationKeyCode={["Meta", "Control"]}
        preventScrolling={false}
        onlyRenderVisibleElements={nodes.length > 200}
        ariaLabelConfig={ariaLabels}
        onNodeClick={(_, node) => onSelect?.(node.id)}
        onNodesChange={(changes) => {
          for (const change of changes) if (change.type === "select" && change.selected) onSelect?.(change.id);
        }}
      >
        <Background gap={20} />
        <GraphControls />
      </ReactFlow>
    </div>
  );
}

function toFlowEdge({ id, source, target, branch }: GraphEdge, state: EdgeState | undefined): Edge {
  return {
    id,
    source,
    target,
    type: "smoothstep",
    className: state ? `edge-${state.replace("_", "-")}` : undefined,
    markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, color: null },
    ...(branch !== undefined && { label: branch, labelBgPadding: [6, 2], labelBgBorderRadius: 4 }),
    focusable: false,
    selectable: false,
  };
}
