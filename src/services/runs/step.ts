import type { Step } from "@/contracts/runs";
import { notFound } from "@/core/errors";
import { readStepDetail } from "@/db/step-detail";
import { loadNodeNames } from "./node-names";
import type { PlanContext } from "./plan-or-none";
import { presentStep } from "./present";

const largestId = 2n ** 63n - 1n;

/** One step with all that went in and came out. @throws AppError `not_found` */
export async function getStep(context: PlanContext, input: { id: string }): Promise<Step> {
  const id = /^\d{1,19}$/.test(input.id) ? BigInt(input.id) : undefined;
  if (id === undefined || id > largestId) throw notFound("step", input.id);
  const detail = await readStepDetail(context.db, id);
  if (!detail) throw notFound("step", input.id);
  const { step, versionId, attempts } = detail;
  const nameOf = await loadNodeNames(context, versionId);
  return presentStep(step, nameOf(step.nodeId), attempts);
}
