import { type Edge as FlowEdge, type Node as FlowNode, MarkerType, Position } from "@xyflow/react";
import type { EdgeState } from "@/components/graph/graph-types";
import { nodeHeight, nodeWidth, type Point } from "@/components/graph/layout-graph";
import { nodeLook } from "@/components/graph/node-look";
import type { GraphEdge, GraphNode } from "@/components/graph/read-graph";
import { type Status, statusLooks } from "@/components/ui/status";
import { type NodeType, nodeKinds } from "@/core/kinds";

export type EditorFlowNode = FlowNode<
  { name: string; type: string; status: Status | undefined; problemCount: number },
  "editor"
>;
export type EditorFlowEdge = FlowEdge<{ branch: string | undefined }, "editor">;

export function branchesOf(type: string): readonly string[] {
  return Object.hasOwn(nodeKinds, type) ? nodeKinds[type as NodeType].branches : [];
}

/** How far from its left side a node's branch leaves it. */
export function branchOffset(index: number, count: number): number {
  return (nodeWidth * (2 * index + 1)) / (2 * count);
}

interface NodeState {
  place: Point;
  status: Status | undefined;
  problemCount: number;
  isSelected: boolean;
}

/** Handles are told, not measured: edges are then drawn at once, and to nodes that are out of view, too. */
export function toFlowNode(
  { id, type, name }: GraphNode,
  { place, status, problemCount, isSelected }: NodeState,
): EditorFlowNode {
  const branches = branchesOf(type);
  const words = [name, nodeLook(type).label, status && statusLooks[status].label, problemCount > 0 && "has a problem"];
  const handle = { width: 1, height: 1 };
  return {
    id,
    type: "editor",
    position: place,
    width: nodeWidth,
    height: nodeHeight,
    measured: { width: nodeWidth, height: nodeHeight },
    handles: [
      { type: "target", position: Position.Top, x: nodeWidth / 2, y: 0, ...handle },
      ...(branches.length === 0
        ? [{ type: "source" as const, position: Position.Bottom, x: nodeWidth / 2, y: nodeHeight, ...handle }]
        : branches.map((branch, index) => ({
            id: branch,
            type: "source" as const,
            position: Position.Bottom,
            x: branchOffset(index, branches.length),
            y: nodeHeight,
            ...handle,
          }))),
    ],
    selected: isSelected,
    data: { name, type, status, problemCount },
    ariaLabel: words.filter(Boolean).join(", "),
    ariaRole: "button",
    domAttributes: { "aria-pressed": isSelected },
  };
}

/** The node as it was, if nothing about it is new: then it need not be drawn again. */
export function reuseNode(before: EditorFlowNode | undefined, next: EditorFlowNode): EditorFlowNode {
  const isSame =
    before !== undefined &&
    before.position.x === next.position.x &&
    before.position.y === next.position.y &&
    before.selected === next.selected &&
    before.data.name === next.data.name &&
    before.data.type === next.data.type &&
    before.data.status === next.data.status &&
    before.data.problemCount === next.data.problemCount;
  return isSame ? before : next;
}

export function toFlowEdge(
  { id, source, target, branch }: GraphEdge,
  sourceType: string,
  state: EdgeState | undefined,
  isSelected: boolean,
): EditorFlowEdge {
  // A branch that the node does not have leaves it where its first one does; the problems say what is wrong.
  const branches = branchesOf(sourceType);
  const handle = branch !== undefined && branches.includes(branch) ? branch : branches[0];
  return {
    id,
    source,
    target,
    type: "editor",
    sourceHandle: handle ?? null,
    selected: isSelected,
    data: { branch },
    ...(state && { className: `edge-${state.replace("_", "-")}` }),
    markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, color: null },
    focusable: false,
  };
}
