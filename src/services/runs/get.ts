import type { Run } from "@/contracts/runs";
import { notFound } from "@/core/errors";
import { readRunDetail } from "@/db/run-detail";
import type { RowContext } from "../context";
import { requireUuid } from "../ids";
import { loadNodeNames } from "./node-names";
import { presentRun } from "./present";

/** @throws AppError `not_found` */
export async function getRun(context: RowContext, input: { id: string }): Promise<Run> {
  const detail = await readRunDetail(context.db, requireUuid("run", input.id));
  if (!detail) throw notFound("run", input.id);
  return presentRun(detail, await loadNodeNames(context.db, detail.run.versionId));
}
