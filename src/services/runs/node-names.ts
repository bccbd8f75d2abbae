import { LRUCache } from "lru-cache";
import { isJsonObject, type Json } from "@/core/json";
import { readDefinition } from "@/db/run-version";
import type { Db } from "@/db/types";

/** By node; a node that has been given no name is missing. */
export type NodeNames = ReadonlyMap<string, string>;

/** Versions never change, so what is kept is never wrong; bounded by their number and by the characters of their names. */
const known = new LRUCache<string, NodeNames>({
  max: 500,
  maxSize: 2_000_000,
  sizeCalculation: (names) => 1 + [...names].reduce((sum, [id, name]) => sum + id.length + name.length, 0),
});

/**
 * The names of a version's nodes, to the letter: a plan has them trimmed, and there is none of a definition that was damaged by
 * hand or is of a later release.
 */
export async function loadNodeNames(db: Db, versionId: string): Promise<NodeNames> {
  const kept = known.get(versionId);
  if (kept) return kept;
  const names = namesIn(JSON.parse((await readDefinition(db, versionId)) ?? "null"));
  known.set(versionId, names);
  return names;
}

function namesIn(definition: Json): NodeNames {
  const nodes = isJsonObject(definition) && Array.isArray(definition.nodes) ? definition.nodes : [];
  return new Map(
    nodes
      .filter((node) => isJsonObject(node))
      .flatMap(({ id, name }) => (typeof id === "string" && typeof name === "string" ? [[id, name]] : [])),
  );
}
