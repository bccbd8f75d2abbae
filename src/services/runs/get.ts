import type { Run } from "@/contracts/runs";
import { notFound } from "@/core/errors";
import { readRunDetail } from "@/db/run-detail";
import { requireUuid } from "../ids";
import { loadNodeNames } from "./node-names";
import type { PlanContext } from "./plan-or-none";
import { presentRun } from "./present";

/** @throws AppError `not_found` */
export async function getRun(context: PlanContext, input: { id: string }): Promise<Run> {
  const detail = await readRunDetail(context.db, requireUuid("run", input.id));
  if (!detail) throw notFound("run", input.id);
  return presentRun(detail, await loadNodeNames(context, detail.run.versionId));
}
