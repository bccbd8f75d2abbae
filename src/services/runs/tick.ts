import type { z } from "zod";
import type { tickInput, tickOutput } from "@/contracts/runs";
import { notFound } from "@/core/errors";
import { tick } from "@/engine/tick";
import type { ServiceContext } from "../context";
import { requireUuid } from "../ids";

/**
 * One round of claim, execute and complete in this process: of everything that is due, or of one run's due steps.
 *
 * @throws AppError `not_found`
 */
export async function tickRuns(
  context: ServiceContext,
  input: z.output<typeof tickInput>,
): Promise<z.output<typeof tickOutput>> {
  if (input.run_id === undefined) return tick(context.engine, { log: context.log });
  const id = requireUuid("run", input.run_id);
  const run = await context.db.run.findUnique({ where: { id }, select: { id: true } });
  if (!run) throw notFound("run", input.run_id);
  return tick(context.engine, { runId: id, log: context.log });
}
