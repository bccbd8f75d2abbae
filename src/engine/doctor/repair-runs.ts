import type { Database, Transaction } from "@/db/types";
import { type Repair, type RunCheck, runsOf } from "./check";
import type { RunGraphs } from "./run-graphs";

/** Runs that one transaction holds: few, so that whoever waits for one waits briefly. */
const chunkSize = 50;

/** Changes that an event names, at most. */
const changesShown = 20;

interface RepairRequest {
  runIds: readonly string[];
  graphs: RunGraphs;
  actor: string;
}

/**
 * Mends what one check found. Each transaction locks its runs like the engine does, in id order and before any step, so it
 * is safe beside workers; what it changes it reads in statements that follow the lock, because one that waited for it
 * would still see what was there before. Each run that changed tells of it in an event.
 *
 * @returns the number of changes
 */
export async function repairRuns(db: Database, check: RunCheck, request: RepairRequest): Promise<number> {
  const { mend } = check;
  if (!mend) return 0;
  let repairs = 0;
  for (let at = 0; at < request.runIds.length; at += chunkSize) {
    const runIds = request.runIds.slice(at, at + chunkSize);
    repairs += await db.$transaction(async (transaction) => {
      await transaction.$executeRaw`
        SELECT FROM run WHERE id = ANY (${runIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
      const made = await mend({ transaction, runIds, runs: runsOf(runIds), graphs: request.graphs });
      await recordRepairs(transaction, { check: check.name, actor: request.actor, made });
      return made.length;
    });
  }
  return repairs;
}

async function recordRepairs(
  transaction: Transaction,
  { check, actor, made }: { check: string; actor: string; made: readonly Repair[] },
): Promise<void> {
  const byRun = new Map<string, string[]>();
  for (const { runId, change } of made) byRun.set(runId, [...(byRun.get(runId) ?? []), change]);
  await transaction.runEvent.createMany({
    data: [...byRun].map(([runId, changes]) => ({
      runId,
      type: "repair",
      actor,
      data: { check, changes: changes.slice(0, changesShown), more: Math.max(0, changes.length - changesShown) },
    })),
  });
}
