import type { z } from "zod";
import type { listWorkflowsInput, WorkflowSummary } from "@/contracts/workflows";
import type { RowContext } from "../context";
import { afterPosition, decodeCursor, toPage } from "../page-cursor";
import { presentWorkflowSummary } from "./present";

/** Newest first; archived ones included unless a status is asked for. */
export async function listWorkflows(
  context: RowContext,
  input: z.output<typeof listWorkflowsInput>,
): Promise<{ items: WorkflowSummary[]; next_cursor: string | null }> {
  const rows = await context.db.workflow.findMany({
    where: {
      ...(input.status ? { status: input.status } : {}),
      ...(input.search ? { name: { contains: escapePattern(input.search), mode: "insensitive" } } : {}),
      ...afterPosition(decodeCursor(input.cursor)),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: input.limit + 1,
    include: {
      versions: { where: { kind: "normal" }, orderBy: { number: "desc" }, take: 1, select: { number: true } },
    },
  });
  return toPage(rows, input.limit, ({ versions, ...workflow }) =>
    presentWorkflowSummary({ ...workflow, versionNumber: versions[0]?.number ?? 1 }),
  );
}

/** A name is searched for what was typed: `%` and `_` stand for themselves. */
function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
