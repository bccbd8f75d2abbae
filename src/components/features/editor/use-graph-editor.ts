"use client";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { layoutGraph, type Point } from "@/components/graph/layout-graph";
import { type Graph, graphShape, readGraph } from "@/components/graph/read-graph";
import type { Definition, Edge } from "@/core/definition";
import type { Problem } from "@/core/errors";
import { removeNodes } from "@/core/graph/edit/change-nodes";
import { connect, connectionRefusal, disconnect } from "@/core/graph/edit/connect";
import { copyNodes, readCopiedNodes } from "@/core/graph/edit/copy-nodes";
import { type NodeType, nodeKind } from "@/core/kinds";
import type { DefinitionSource } from "./definition-source";
import { type Added, insertNode, insertPiece, type NewPlace } from "./graph-actions";
import { layOut, settlePlaces } from "./place-nodes";
import type { WorkflowDraft } from "./use-workflow-draft";

/** A question of the moment, for whoever cannot see what an action did. */
export interface Announcement {
  text: string;
  number: number;
}

const nothing: ReadonlySet<string> = new Set();

/** The draft as a graph: what is selected, and everything that canvas, outline and inspector can do with it. */
export function useGraphEditor(draft: WorkflowDraft, problems: readonly Problem[], readOnly: boolean) {
  const { store } = draft;
  const drawn = useLastDrawable(draft.content.source);
  const definition = readOnly ? undefined : draft.content.source.editable;
  const shown = useMemo(() => draft.content.source.editable ?? emptyDefinition, [draft.content.source]);
  const [chosen, setSelection] = useState<ReadonlySet<string>>(nothing);
  const [announcement, setAnnouncement] = useState<Announcement>({ text: "", number: 0 });
  const clipboard = useRef<string>(undefined);

  // What is gone, by undoing for example, is not selected any more.
  const selection = useMemo(() => {
    const known = new Set(drawn.graph.nodes.map(({ id }) => id));
    const kept = [...chosen].filter((id) => known.has(id));
    return kept.length === chosen.size ? chosen : new Set(kept);
  }, [chosen, drawn.graph]);
  const problemsOf = useMemo(() => byNode(problems, shown), [problems, shown]);

  const announce = (text: string) => setAnnouncement(({ number }) => ({ text, number: number + 1 }));
  const nameOf = (id: string) => drawn.graph.nodes.find((node) => node.id === id)?.name ?? id;
  const select = (ids: Iterable<string>) => setSelection(new Set(ids));
  const change = (edit: (definition: Definition) => Definition, step?: string) => {
    if (!readOnly) store.changeGraph(edit, step);
  };
  const add = (insert: (definition: Definition) => Added): readonly string[] => {
    if (!definition) return [];
    const { definition: after, added } = insert(definition);
    if (added.length === 0) return added;
    store.changeGraph(() => after);
    select(added);
    return added;
  };

  return {
    readOnly,
    /** what can be edited; undefined: nothing can, now */
    definition,
    /** what is shown, editable or not */
    shown,
    isBroken: !draft.content.source.editable,
    graph: drawn.graph,
    places: drawn.places,
    selection,
    select,
    problemsOf,
    announcement,
    announce,
    nameOf,
    change,
    unfinished: draft.unfinished,
    setUnfinished: store.setUnfinished.bind(store),
    endStep: () => store.endStep(),
    canUndo: draft.canUndo && !readOnly,
    canRedo: draft.canRedo && !readOnly,
    undo: () => {
      store.undo();
      announce("Undone");
    },
    redo: () => {
      store.redo();
      announce("Done again");
    },
    addNode: (type: NodeType, where: NewPlace) => {
      const [id] = add((before) => insertNode(before, drawn.places, type, where));
      if (id !== undefined) announce(`${nodeKind(type).label} “${id}” added`);
      return id;
    },
    remove: (ids: ReadonlySet<string>) => {
      if (!definition || ids.size === 0) return;
      store.changeGraph((before) => removeNodes(settlePlaces(before, drawn.places), ids));
      setSelection(nothing);
      announce(
        ids.size === 1 ? `“${nameOf([...ids][0] ?? "")}” deleted, with its connections` : `${ids.size} nodes deleted`,
      );
    },
    /** @returns why it was refused */
    connect: (edge: Edge): string | undefined => {
      if (!definition) return "The definition has a mistake; mend it as JSON first.";
      const refusal = connectionRefusal(definition, edge);
      if (refusal === undefined) store.changeGraph((before) => connect(before, edge));
      announce(refusal ?? `“${nameOf(edge.source)}” now leads to “${nameOf(edge.target)}”`);
      return refusal;
    },
    disconnect: (edges: readonly Edge[]) => {
      if (edges.length === 0) return;
      change((before) => edges.reduce(disconnect, before));
      announce(edges.length === 1 ? "Connection removed" : `${edges.length} connections removed`);
    },
    layOut: () => {
      change(layOut);
      announce("Nodes laid out");
    },
    move: (places: ReadonlyMap<string, Point>, step?: string) =>
      change((before) => movedOnly(settlePlaces(before, drawn.places), places), step),
    /** the text of what is selected, for the clipboard */
    copy: (ids: ReadonlySet<string>): string | undefined => {
      if (ids.size === 0 || shown.nodes.length === 0) return undefined;
      const text = copyNodes(settlePlaces(shown, drawn.places), ids);
      clipboard.current = text;
      announce(ids.size === 1 ? "Node copied" : `${ids.size} nodes copied`);
      return text;
    },
    /** @returns whether the text held nodes */
    paste: (text: string | undefined = clipboard.current, point?: Point): boolean => {
      const piece = text === undefined ? undefined : readCopiedNodes(text);
      if (!piece) return false;
      const added = add((before) => insertPiece(before, drawn.places, piece, point));
      announce(added.length === 0 ? "Nothing was pasted: there is a trigger already" : `${added.length} pasted`);
      return true;
    },
    duplicate: (ids: ReadonlySet<string>) => {
      if (!definition || ids.size === 0) return;
      const piece = readCopiedNodes(copyNodes(settlePlaces(definition, drawn.places), ids));
      if (!piece) return;
      const added = add((before) => insertPiece(before, drawn.places, piece));
      announce(
        added.length === 0 ? "A workflow has one trigger, so it cannot be duplicated" : `${added.length} duplicated`,
      );
    },
  };
}

export type GraphEditor = ReturnType<typeof useGraphEditor>;

const emptyDefinition: Definition = { nodes: [], edges: [] };

function movedOnly(definition: Definition, places: ReadonlyMap<string, Point>): Definition {
  const nodes = definition.nodes.map((node) => {
    const place = places.get(node.id);
    if (!place) return node;
    const position = { x: Math.round(place.x), y: Math.round(place.y) };
    return node.position?.x === position.x && node.position.y === position.y ? node : { ...node, position };
  });
  return nodes.every((node, index) => node === definition.nodes[index]) ? definition : { ...definition, nodes };
}

function byNode(problems: readonly Problem[], { nodes }: Definition): ReadonlyMap<string, readonly Problem[]> {
  const found = new Map<string, Problem[]>();
  for (const problem of problems) {
    const index = /^nodes\.(\d+)/.exec(problem.path)?.[1];
    const id = problem.node_id ?? (index === undefined ? undefined : nodes[Number(index)]?.id);
    if (id !== undefined) found.set(id, [...(found.get(id) ?? []), problem]);
  }
  return found;
}

/** The graph follows the edits; while the text is no JSON, the last graph stays. */
function useLastDrawable(source: DefinitionSource): { graph: Graph; places: ReadonlyMap<string, Point> } {
  const deferred = useDeferredValue(source);
  const [last, setLast] = useState(deferred);
  if (deferred.read.ok && deferred !== last) setLast(deferred);
  const graph = useMemo(() => {
    const { read } = last;
    return read.ok ? readGraph(read.nodes, read.edges) : { nodes: [], edges: [] };
  }, [last]);
  const shape = graphShape(graph);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape is all of the graph that the places depend on
  const places = useMemo(() => layoutGraph(graph), [shape]);
  return { graph, places };
}
