import type { Point } from "@/components/graph/layout-graph";
import type { Definition, Edge, Node } from "@/core/definition";
import { addNode, insertBetween } from "@/core/graph/edit/change-nodes";
import { connect, connectionRefusal } from "@/core/graph/edit/connect";
import { pasteNodes } from "@/core/graph/edit/copy-nodes";
import { freshId } from "@/core/graph/edit/fresh-id";
import { type NodeType, nodeKind } from "@/core/kinds";
import { freePlace, makeRoom, placeAtEnd, placeBelow, settlePlaces } from "./place-nodes";

/** Where a new node goes: to a point, behind a node (by a branch, if that has branches), or into an edge. */
export type NewPlace =
  | { kind: "anywhere" }
  | { kind: "point"; point: Point }
  | { kind: "after"; nodeId: string; branch?: string | undefined; point?: Point }
  | { kind: "between"; edge: Edge };

export interface Added {
  definition: Definition;
  added: readonly string[];
}

const firstIds: Partial<Record<NodeType, string>> = { trigger: "start", http_request: "request", delay: "wait" };

/** A definition with one more node, and the node's id. */
export function insertNode(
  before: Definition,
  places: ReadonlyMap<string, Point>,
  type: NodeType,
  where: NewPlace,
): Added {
  const definition = settlePlaces(before, places);
  const id = freshId(firstIds[type] ?? type, new Set(definition.nodes.map((node) => node.id)));
  const at = (position: Point): Node => ({
    id,
    type,
    config: {},
    position: { x: Math.round(position.x), y: Math.round(position.y) },
  });
  switch (where.kind) {
    case "anywhere":
      return { definition: addNode(definition, at(placeAtEnd(places))), added: [id] };
    case "point":
      return { definition: addNode(definition, at(freePlace(where.point, places))), added: [id] };
    case "after": {
      const source = places.get(where.nodeId);
      const place = where.point ?? (source ? placeBelow(source, places) : placeAtEnd(places));
      const withNode = addNode(definition, at(place));
      const edge = edgeTo(definition, where.nodeId, id, where.branch);
      return {
        definition: edge && !connectionRefusal(withNode, edge) ? connect(withNode, edge) : withNode,
        added: [id],
      };
    }
    case "between": {
      const { definition: roomy, place } = makeRoom(definition, where.edge, places);
      return { definition: insertBetween(roomy, where.edge, at(place)), added: [id] };
    }
  }
}

/** The edge from a node to another; of a node with branches that says none, by its first free one. */
export function edgeTo(
  { nodes, edges }: Definition,
  source: string,
  target: string,
  branch: string | undefined,
): Edge | undefined {
  const node = nodes.find(({ id }) => id === source);
  if (!node) return undefined;
  const { branches } = nodeKind(node.type);
  const isFree = (name: string) => !edges.some((edge) => edge.source === source && edge.branch === name);
  const chosen = branch ?? branches.find(isFree) ?? branches[0];
  return { source, target, ...(chosen !== undefined && { branch: chosen }) };
}

/** A copied piece, put beside its original or, where a point is given, with its first node there. */
export function insertPiece(
  before: Definition,
  places: ReadonlyMap<string, Point>,
  piece: Definition,
  point?: Point,
): Added {
  const first = piece.nodes.find(({ position }) => position)?.position;
  const shift = point && first ? { x: point.x - first.x, y: point.y - first.y } : { x: 40, y: 40 };
  return pasteNodes(settlePlaces(before, places), piece, shift);
}

/** What may be added here: a second trigger may not. */
export function addableTypes(definition: Definition | undefined, types: readonly NodeType[]): readonly NodeType[] {
  const hasTrigger = definition?.nodes.some(({ type }) => type === "trigger") ?? false;
  return types.filter((type) => type !== "trigger" || !hasTrigger);
}
