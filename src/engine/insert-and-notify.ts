import type { Db } from "@/db/types";
import { type InsertedRun, insertRuns, type NewRun } from "./insert-runs";
import type { Wake } from "./wake";

/** Where starts go. */
export interface StartTarget {
  db: Db;
  wake: Wake;
}

/** Inserts runs of one workflow and tells workers, with the same statement where that holds up nobody. */
export async function insertAndNotify(
  { db, wake }: StartTarget,
  workflowId: string,
  runs: readonly NewRun[],
): Promise<(InsertedRun | undefined)[]> {
  const answered = runs.some(hasOpenStep) ? wake.carry() : undefined;
  let inserted: (InsertedRun | undefined)[];
  try {
    inserted = await insertRuns(db, workflowId, runs, answered !== undefined);
  } finally {
    answered?.();
  }
  const isOpen = (run: InsertedRun | undefined, position: number) =>
    run?.id === runs[position]?.id && run?.status === "pending";
  if (!answered && inserted.some(isOpen)) wake.notify();
  return inserted;
}

function hasOpenStep({ steps }: NewRun): boolean {
  return steps.some(({ status }) => status === null);
}
