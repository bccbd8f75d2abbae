import type { Db } from "./types";

export interface RunVersionRow {
  number: number;
  /** JSON text; null: the definition was damaged by hand, and has none */
  nodes: string | null;
  edges: string | null;
}

/**
 * The version that a run is pinned to. The parts of its definition are cut out by PostgreSQL, to the character: a definition of
 * hundreds of nodes is read and printed in milliseconds by whoever has to keep the digits of its numbers.
 */
export async function readRunVersion(db: Db, runId: string): Promise<RunVersionRow | undefined> {
  const [row] = await db.$queryRaw<RunVersionRow[]>`
    SELECT version.number, (version.definition -> 'nodes')::text AS nodes, (version.definition -> 'edges')::text AS edges
    FROM run JOIN workflow_version AS version ON version.id = run.version_id
    WHERE run.id = ${runId}::uuid`;
  return row;
}

/** A version's definition, as it is stored. */
export async function readDefinition(db: Db, versionId: string): Promise<string | undefined> {
  const [row] = await db.$queryRaw<{ definition: string }[]>`
    SELECT definition::text AS definition FROM workflow_version WHERE id = ${versionId}::uuid`;
  return row?.definition;
}
