import { Prisma } from "@/generated/prisma/client";
import { type AttemptRow, attemptColumns, type StepRow, stepColumns } from "./run-detail";
import type { Database } from "./types";

export interface StepDetail {
  step: StepRow;
  attempts: AttemptRow[];
  versionId: string;
}

/** One step with its payloads and failed attempts, on one snapshot. */
export async function readStepDetail(db: Database, stepId: bigint): Promise<StepDetail | undefined> {
  const [[row], attempts] = await db.$transaction(
    [
      db.$queryRaw<(StepRow & { versionId: string })[]>`
        SELECT ${stepColumns}, run.version_id::text AS "versionId"
        FROM step_execution AS step JOIN run ON run.id = step.run_id
        WHERE step.id = ${stepId}`,
      db.$queryRaw<AttemptRow[]>`
        SELECT ${attemptColumns} FROM step_attempt AS tried WHERE tried.step_id = ${stepId} ORDER BY tried.claim_number`,
    ],
    { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead },
  );
  if (!row) return undefined;
  const { versionId, ...step } = row;
  return { step, attempts, versionId };
}
