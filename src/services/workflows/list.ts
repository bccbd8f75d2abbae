import type { z } from "zod";
import { type listWorkflowsInput, recentRunsCount, type WorkflowListItem } from "@/contracts/workflows";
import { readWorkflowPage, type WorkflowRow } from "@/db/workflow-page";
import type { RowContext } from "../context";
import { decodeCursor, toPage } from "../page-cursor";
import { isoTime } from "../times";
import { presentWorkflowSummary } from "./present";

/** Newest first; archived ones included unless a status is asked for. */
export async function listWorkflows(
  context: RowContext,
  input: z.output<typeof listWorkflowsInput>,
): Promise<{ items: WorkflowListItem[]; next_cursor: string | null }> {
  const rows = await readWorkflowPage(context.db, {
    status: input.status,
    search: input.search,
    after: decodeCursor(input.cursor),
    limit: input.limit + 1,
    recentRuns: recentRunsCount,
  });
  return toPage(rows, input.limit, presentItem);
}

function presentItem(row: WorkflowRow): WorkflowListItem {
  return {
    ...presentWorkflowSummary(row),
    last_run:
      row.lastRunId && row.lastRunStatus && row.lastRunAt
        ? { id: row.lastRunId, status: row.lastRunStatus, created_at: isoTime(row.lastRunAt) }
        : null,
    recent_runs: { finished: row.finishedRuns, succeeded: row.succeededRuns },
  };
}
