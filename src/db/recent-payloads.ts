import type { RunStatus } from "@/core/state";
import type { Db } from "./types";

export interface RecentPayloadRow {
  runId: string;
  status: RunStatus;
  createdAt: Date;
  preview: string;
  length: number;
}

/** As much of a payload as tells it from others in a list. */
const previewLength = 200;
/** How many runs are looked at for payloads that differ. */
const searchedRuns = 50;

/** The payloads that a workflow was triggered with lately, each once, with the newest run that had it. */
export async function readRecentPayloads(db: Db, workflowId: string, limit: number): Promise<RecentPayloadRow[]> {
  return db.$queryRaw<RecentPayloadRow[]>`
    SELECT id::text AS "runId", status::text AS status, created_at AS "createdAt", left(input, ${previewLength}) AS preview,
      length(input) AS length
    FROM (
      SELECT DISTINCT ON (md5(input)) id, status, created_at, input
      FROM (
        SELECT id, status, created_at, input::text AS input FROM run WHERE workflow_id = ${workflowId}::uuid
        ORDER BY created_at DESC, id DESC LIMIT ${searchedRuns}
      ) AS lately
      ORDER BY md5(input), created_at DESC, id DESC
    ) AS distinct_payload
    ORDER BY created_at DESC, id DESC
    LIMIT ${limit}`;
}

export async function readPayload(db: Db, runId: string): Promise<string | undefined> {
  const [row] = await db.$queryRaw<{ input: string }[]>`SELECT input::text AS input FROM run WHERE id = ${runId}::uuid`;
  return row?.input;
}
