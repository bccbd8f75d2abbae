import type { RunStatus } from "@/core/state";
import { Prisma } from "@/generated/prisma/client";

/** What runs are picked by; every condition that is there must hold. */
export interface RunConditions {
  ids?: readonly string[] | undefined;
  /** in small letters */
  idEnding?: string | undefined;
  workflowId?: string | undefined;
  statuses?: readonly RunStatus[] | undefined;
  triggerType?: string | undefined;
  excludedTriggerType?: string | undefined;
  createdFrom?: Date | undefined;
  createdBefore?: Date | undefined;
  /** one more condition, of a statement of its own */
  also?: Prisma.Sql | undefined;
}

/** The last row of the page before, in the order `created_at desc, id desc`. */
export interface RunPosition {
  createdAt: Date;
  id: string;
}

/** Ids are searched for their ending by reading one index from end to end; more than these share no ending that tells them apart. */
const endingLimit = 200;

/** The statement holds only the conditions asked for, so that each form of it can use an index. */
export function runWhere(conditions: RunConditions, after?: RunPosition): Prisma.Sql {
  const { ids, idEnding, workflowId, statuses, triggerType, excludedTriggerType, createdFrom, createdBefore, also } =
    conditions;
  const parts = [
    ids && Prisma.sql`run.id = ANY (${[...ids]}::uuid[])`,
    idEnding &&
      Prisma.sql`run.id = ANY (ARRAY (
        SELECT ending.id FROM run AS ending WHERE right(ending.id::text, ${idEnding.length}) = ${idEnding} LIMIT ${endingLimit}
      ))`,
    workflowId && Prisma.sql`run.workflow_id = ${workflowId}::uuid`,
    statuses && Prisma.sql`run.status = ANY (${[...statuses]}::run_status[])`,
    triggerType && Prisma.sql`run.trigger_type = ${triggerType}`,
    excludedTriggerType && Prisma.sql`run.trigger_type <> ${excludedTriggerType}`,
    createdFrom && Prisma.sql`run.created_at >= ${createdFrom}::timestamptz`,
    createdBefore && Prisma.sql`run.created_at < ${createdBefore}::timestamptz`,
    also,
    after && Prisma.sql`(run.created_at, run.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
  ].filter((part) => part instanceof Prisma.Sql);
  return parts.length > 0 ? Prisma.sql`WHERE ${Prisma.join(parts, " AND ")}` : Prisma.empty;
}
