import type { RecentPayload } from "@/contracts/run-view";
import { notFound } from "@/core/errors";
import { readRecentPayloads } from "@/db/recent-payloads";
import type { RowContext } from "../context";
import { requireUuid } from "../ids";
import { isoTime } from "../times";

const shownPayloads = 10;

/**
 * The beginnings of the payloads that a workflow was triggered with lately, each once, the latest first.
 *
 * @throws AppError `not_found`
 */
export async function listRecentPayloads(
  context: RowContext,
  input: { id: string },
): Promise<{ items: RecentPayload[] }> {
  const id = requireUuid("workflow", input.id);
  const workflow = await context.db.workflow.findUnique({ where: { id }, select: { id: true } });
  if (!workflow) throw notFound("workflow", input.id);
  const rows = await readRecentPayloads(context.db, id, shownPayloads);
  return {
    items: rows.map((row) => ({
      run_id: row.runId,
      status: row.status,
      created_at: isoTime(row.createdAt),
      preview: row.preview,
      length: row.length,
    })),
  };
}
