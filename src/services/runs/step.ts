import type { Step } from "@/contracts/runs";
import { notFound } from "@/core/errors";
import { readStepDetail } from "@/db/step-detail";
import type { RowContext } from "../context";
import { loadNodeNames } from "./node-names";
import { presentStep } from "./present";

const largestId = 2n ** 63n - 1n;

/** One step with all that went in and came out. @throws AppError `not_found` */
export async function getStep(context: RowContext, input: { id: string }): Promise<Step> {
  const id = /^\d{1,19}$/.test(input.id) ? BigInt(input.id) : undefined;
  if (id === undefined || id > largestId) throw notFound("step", input.id);
  const detail = await readStepDetail(context.db, id);
  if (!detail) throw notFound("step", input.id);
  const { step, versionId, attempts } = detail;
  const names = await loadNodeNames(context.db, versionId);
  return presentStep(step, names.get(step.nodeId) ?? null, attempts);
}
