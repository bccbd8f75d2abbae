import { type PolicyScope, policy } from "@/contracts/policy";
import { AppError } from "@/core/errors";
import { roleRefusal } from "@/core/roles";
import type { Database } from "@/db/types";
import { isUuid } from "../ids";
import type { CallerIdentity } from "./caller";

/** What a call says it is about, as it came: nothing in it has been checked yet. */
export interface CallTarget {
  id?: unknown;
  workflow_id?: unknown;
}

/**
 * Whether a caller may call a procedure, by the one table.
 *
 * @throws AppError `forbidden`
 */
export async function authorize(
  db: Database,
  caller: CallerIdentity,
  procedure: string,
  target: CallTarget,
): Promise<void> {
  const rule = policy[procedure];
  if (!rule) throw new AppError("forbidden", "Nobody may call this: it is missing in the table of rights.");
  if (rule.role === "anyone") return;
  const refusal = roleRefusal(caller.role, rule.role);
  if (refusal !== undefined) throw new AppError("forbidden", refusal);
  if (caller.onlyWorkflowId === undefined || rule.scope === "any") return;
  if ((await workflowOf(db, rule.scope, target)) !== caller.onlyWorkflowId) {
    throw new AppError(
      "forbidden",
      rule.scope === "filter"
        ? `This key is for one workflow. Ask with workflow_id=${caller.onlyWorkflowId}.`
        : rule.scope === "none"
          ? "This key is for one workflow, and this is not about one."
          : "This key is for another workflow.",
    );
  }
}

async function workflowOf(db: Database, scope: PolicyScope, target: CallTarget): Promise<string | undefined> {
  if (scope === "none" || scope === "any") return undefined;
  if (scope === "filter") return typeof target.workflow_id === "string" ? target.workflow_id.toLowerCase() : undefined;
  if (typeof target.id !== "string") return undefined;
  if (scope === "workflow") return target.id.toLowerCase();
  if (scope === "run") {
    if (!isUuid(target.id)) return undefined;
    return (await db.run.findUnique({ where: { id: target.id }, select: { workflowId: true } }))?.workflowId;
  }
  if (!/^\d{1,18}$/.test(target.id)) return undefined;
  const step = await db.stepExecution.findUnique({
    where: { id: BigInt(target.id) },
    select: { run: { select: { workflowId: true } } },
  });
  return step?.run.workflowId;
}
