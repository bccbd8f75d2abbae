import type { z } from "zod";
import type { countRunsInput, runCounts } from "@/contracts/runs";
import type { RowContext } from "../context";
import { requireUuid } from "../ids";

/** How many runs there are in each status, of one workflow or of all; test runs are no part of statistics. */
export async function countRuns(
  context: RowContext,
  input: z.output<typeof countRunsInput>,
): Promise<z.output<typeof runCounts>> {
  const groups = await context.db.run.groupBy({
    by: "status",
    where: {
      triggerType: { not: "test" },
      ...(input.workflow_id === undefined ? {} : { workflowId: requireUuid("workflow", input.workflow_id) }),
    },
    _count: { _all: true },
  });
  const counts = { pending: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0 };
  for (const group of groups) counts[group.status] = group._count._all;
  return counts;
}
