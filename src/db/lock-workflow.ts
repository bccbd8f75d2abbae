import type { WorkflowStatus } from "@/core/state";
import type { Transaction } from "./types";

/**
 * Locks a workflow's row until the transaction ends, so that saving, activating and archiving one workflow happen one
 * after the other. What is returned was read after the lock was got; whatever else must be current is read by a
 * statement that follows, because this one may have waited with an old snapshot.
 */
export async function lockWorkflow(
  transaction: Transaction,
  id: string,
): Promise<{ status: WorkflowStatus; updatedAt: Date } | undefined> {
  const [row] = await transaction.$queryRaw<{ status: WorkflowStatus; updatedAt: Date }[]>`
    SELECT status::text AS status, updated_at AS "updatedAt" FROM workflow WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  return row;
}
