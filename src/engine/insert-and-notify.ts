import { sqlState } from "@/db/errors";
import type { Db } from "@/db/types";
import { type InsertedRun, insertRuns, type NewRun } from "./insert-runs";
import type { Wake } from "./wake";

/** Where starts go. */
export interface StartTarget {
  db: Db;
  wake: Wake;
}

/**
 * The server's queue of notices is full (a session somewhere listens, and has not ended its transaction for long): a limit of the
 * program, in PostgreSQL's words. The statement was rolled back, and goes through without a notice.
 */
const noticeRefused = "54000";

/** Inserts runs of one workflow and tells workers, with the same statement where that holds up nobody. */
export async function insertAndNotify(
  { db, wake }: StartTarget,
  workflowId: string,
  runs: readonly NewRun[],
): Promise<(InsertedRun | undefined)[]> {
  const answered = runs.some(hasOpenStep) ? wake.carry() : undefined;
  if (answered) {
    try {
      return await insertRuns(db, workflowId, runs, true);
    } catch (error) {
      if (sqlState(error) !== noticeRefused) throw error;
    } finally {
      answered();
    }
  }
  const inserted = await insertRuns(db, workflowId, runs);
  const isOpen = (run: InsertedRun | undefined, position: number) =>
    run?.id === runs[position]?.id && run?.status === "pending";
  if (inserted.some(isOpen)) wake.notify();
  return inserted;
}

function hasOpenStep({ steps }: NewRun): boolean {
  return steps.some(({ status }) => status === null);
}
