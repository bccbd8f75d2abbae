import { Prisma } from "@/generated/prisma/client";

/** What dead steps are picked by; every condition that is there must hold. */
export interface DeadStepConditions {
  workflowId?: string | undefined;
  nodeId?: string | undefined;
  errorKey?: string | undefined;
  diedFrom?: Date | undefined;
  diedUntil?: Date | undefined;
}

/** The last row of the page before, in the order `finished_at desc, id desc`. */
export interface DeadStepPosition {
  finishedAt: Date;
  id: bigint;
}

/** Always names the status, so that the index of dead steps serves it. */
export function deadStepWhere(conditions: DeadStepConditions, after?: DeadStepPosition): Prisma.Sql {
  const { workflowId, nodeId, errorKey, diedFrom, diedUntil } = conditions;
  const parts = [
    Prisma.sql`step.status = 'dead'`,
    workflowId !== undefined && Prisma.sql`step.workflow_id = ${workflowId}::uuid`,
    nodeId !== undefined && Prisma.sql`step.node_id = ${nodeId}`,
    errorKey !== undefined && Prisma.sql`step.error_key = ${errorKey}`,
    diedFrom && Prisma.sql`step.finished_at >= ${diedFrom}::timestamptz`,
    diedUntil && Prisma.sql`step.finished_at <= ${diedUntil}::timestamptz`,
    after && Prisma.sql`(step.finished_at, step.id) < (${after.finishedAt}::timestamptz, ${after.id}::bigint)`,
  ].filter((part) => part instanceof Prisma.Sql);
  return Prisma.sql`WHERE ${Prisma.join(parts, " AND ")}`;
}
