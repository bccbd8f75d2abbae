import type { Db } from "./types";

export interface RunVersionRow {
  number: number;
  /** `{ nodes, edges }` as JSON text */
  definition: string;
}

/** The version that a run is pinned to. */
export async function readRunVersion(db: Db, runId: string): Promise<RunVersionRow | undefined> {
  const [row] = await db.$queryRaw<RunVersionRow[]>`
    SELECT version.number, version.definition::text AS definition
    FROM run JOIN workflow_version AS version ON version.id = run.version_id
    WHERE run.id = ${runId}::uuid`;
  return row;
}
