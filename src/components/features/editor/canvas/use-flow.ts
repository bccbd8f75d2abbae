"use client";
import type { EdgeChange, NodeChange } from "@xyflow/react";
import { useEffect, useMemo, useState } from "react";
import type { EdgeState } from "@/components/graph/graph-types";
import type { Point } from "@/components/graph/layout-graph";
import type { Status } from "@/components/ui/status";
import type { Edge } from "@/core/definition";
import type { GraphEditor } from "../use-graph-editor";
import { type EditorFlowEdge, type EditorFlowNode, reuseNode, toFlowEdge, toFlowNode } from "./flow-nodes";

export interface CanvasStates {
  statuses: ReadonlyMap<string, Status>;
  edgeStates: ReadonlyMap<string, EdgeState>;
}

const noEdges: ReadonlySet<string> = new Set();
const origin: Point = { x: 0, y: 0 };

/** The graph as React Flow wants it. While nodes are dragged, their places are its own; dropped, they are the draft's. */
export function useFlow(editor: GraphEditor, states: CanvasStates | undefined) {
  const { graph, places, selection, problemsOf } = editor;
  const [drag, setDrag] = useState<ReadonlyMap<string, Point>>();
  const [chosenEdges, setChosenEdges] = useState(noEdges);
  // Only a memory: what is in it is given back if it is still right.
  const [memory] = useState(() => new Map<string, EditorFlowNode>());

  // biome-ignore lint/correctness/useExhaustiveDependencies: new places are those that were dragged to, or others that win over them
  useEffect(() => setDrag(undefined), [places]);

  const settled = useMemo(() => {
    const next = graph.nodes.map((node) => {
      const flowNode = toFlowNode(node, {
        place: places.get(node.id) ?? origin,
        status: states?.statuses.get(node.id),
        problemCount: problemsOf.get(node.id)?.length ?? 0,
        isSelected: selection.has(node.id),
      });
      return reuseNode(memory.get(node.id), flowNode);
    });
    memory.clear();
    for (const node of next) memory.set(node.id, node);
    return next;
  }, [graph, places, selection, problemsOf, states, memory]);
  // Many times a second: only what is dragged is made anew.
  const nodes = useMemo(() => {
    if (!drag) return settled;
    return settled.map((node) => {
      const position = drag.get(node.id);
      return position ? { ...node, position } : node;
    });
  }, [settled, drag]);

  const edges = useMemo(() => {
    const types = new Map(graph.nodes.map(({ id, type }) => [id, type]));
    return graph.edges.map((edge) =>
      toFlowEdge(edge, types.get(edge.source) ?? "", states?.edgeStates.get(edge.id), chosenEdges.has(edge.id)),
    );
  }, [graph, states, chosenEdges]);

  const edgeOf = (id: string): Edge | undefined => {
    const edge = graph.edges.find((one) => one.id === id);
    if (!edge) return undefined;
    const { source, target, branch } = edge;
    return { source, target, ...(branch !== undefined && { branch }) };
  };

  const onNodesChange = (changes: NodeChange<EditorFlowNode>[]) => {
    const moving = new Map<string, Point>();
    const moved = new Map<string, Point>();
    let selected: Set<string> | undefined;
    for (const change of changes) {
      if (change.type === "position" && change.position)
        (change.dragging ? moving : moved).set(change.id, change.position);
      if (change.type === "select") {
        selected ??= new Set(selection);
        if (change.selected) selected.add(change.id);
        else selected.delete(change.id);
      }
    }
    if (moving.size > 0) setDrag((before) => new Map([...(before ?? []), ...moving]));
    // Arrow keys move a node by many small steps, which are undone as one.
    if (moved.size > 0) editor.move(moved, drag ? undefined : `move ${[...moved.keys()].join(" ")}`);
    if (selected) editor.select(selected);
  };

  const onEdgesChange = (changes: EdgeChange<EditorFlowEdge>[]) => {
    const selects = changes.filter((change) => change.type === "select");
    if (selects.length === 0) return;
    const next = new Set(chosenEdges);
    for (const { id, selected } of selects) {
      if (selected) next.add(id);
      else next.delete(id);
    }
    setChosenEdges(next);
  };

  const selectedEdges = graph.edges.filter(({ id }) => chosenEdges.has(id)).map(({ id }) => id);
  return { nodes, edges, edgeOf, onNodesChange, onEdgesChange, selectedEdges };
}
