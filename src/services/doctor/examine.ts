import type { DoctorReport } from "@/contracts/doctor";
import type { Database } from "@/db/types";
import { checkDatabase } from "@/engine/doctor/check-database";

interface ExamineRequest {
  /** mend what can be mended; the actor is written beside each change */
  repair?: { actor: string } | undefined;
  onProgress?: ((checked: { runs: number }) => void) | undefined;
}

/** Checks that all that is stored agrees, and mends what a machine can mend if it is told to. */
export async function examineDatabase(db: Database, request: ExamineRequest = {}): Promise<DoctorReport> {
  const { runs, workflows, checks } = await checkDatabase(db, request);
  return {
    sound: checks.every(({ left }) => left === 0),
    repaired: request.repair !== undefined,
    runs,
    workflows,
    checks: checks.map(({ name, rule, of, found, left, changes, repair, examples }) => ({
      name,
      rule,
      of,
      found,
      left,
      changes,
      repair,
      examples,
    })),
  };
}
