import type { Database } from "@/db/types";
import { PlanCache } from "../plan-cache";
import { type Example, exampleLimit, type Found, findBroken, type IdRange, type RunCheck, runsBetween } from "./check";
import { runChecks, workflowChecks } from "./checks";
import { findSuspects } from "./find-suspects";
import { pagesOf } from "./ranges";
import { repairRuns } from "./repair-runs";
import { loadRunGraphs, type RunGraphs } from "./run-graphs";

export interface DoctorOptions {
  /** mends what a machine can mend; `actor` is written beside it */
  repair?: { actor: string } | undefined;
  /** runs that are looked at together, at most */
  batchSize?: number | undefined;
  onProgress?: ((checked: { runs: number }) => void) | undefined;
}

export interface CheckResult {
  name: string;
  rule: string;
  /** what a repair does or would do */
  repair: string;
  of: "run" | "workflow";
  found: number;
  /** still there after the repair, or without one */
  left: number;
  /** changes that were made */
  changes: number;
  examples: Example[];
}

export interface Diagnosis {
  runs: number;
  workflows: number;
  checks: CheckResult[];
}

const defaultBatchSize = 2_000;

/**
 * Checks that everything stored agrees: counters, statuses, leases, keys, joins, definitions. It goes through the runs in
 * batches, one statement a check and batch, so it needs little memory whatever the size, holds no snapshot for long, locks
 * nothing, and finds nothing wrong with what workers are doing meanwhile.
 */
export async function checkDatabase(db: Database, options: DoctorOptions = {}): Promise<Diagnosis> {
  const { batchSize = defaultBatchSize, repair, onProgress } = options;
  const ofWorkflows = workflowChecks.map((check) => ({ check, result: emptyResult(check, "workflow") }));
  const ofRuns = runChecks.map((check) => ({ check, result: emptyResult(check, "run") }));
  const diagnosis: Diagnosis = {
    runs: 0,
    workflows: 0,
    checks: [...ofRuns, ...ofWorkflows].map(({ result }) => result),
  };
  for await (const { range, size } of pagesOf(db, "workflow", batchSize)) {
    for (const { check, result } of ofWorkflows) add(result, await check.find(db, range));
    diagnosis.workflows += size;
  }
  const plans = new PlanCache();
  for await (const { range, size } of pagesOf(db, "run", batchSize)) {
    const batch = { range, graphs: await loadRunGraphs(db, plans, runsBetween(range)) };
    if (repair) await repairBatch(db, ofRuns, { ...batch, actor: repair.actor });
    else await examineBatch(db, ofRuns, batch);
    diagnosis.runs += size;
    onProgress?.({ runs: diagnosis.runs });
  }
  return diagnosis;
}

interface Batch {
  range: IdRange;
  graphs: RunGraphs;
}

interface RunningCheck {
  check: RunCheck;
  result: CheckResult;
}

async function examineBatch(db: Database, checks: RunningCheck[], batch: Batch): Promise<void> {
  const suspects = await findSuspects(db, runChecks, runsBetween(batch.range));
  for (const { check, result } of checks) {
    if (check.brokenRow && !suspects.has(check.name)) continue;
    add(result, await findIn(db, check, batch));
  }
}

/** Mends check by check, then looks at the broken ones again: what is left is what all repairs together left. */
async function repairBatch(db: Database, checks: RunningCheck[], batch: Batch & { actor: string }): Promise<void> {
  const broken: (RunningCheck & { found: Found })[] = [];
  for (const { check, result } of checks) {
    const found = await findIn(db, check, batch);
    if (found.found === 0) continue;
    broken.push({ check, result, found });
    result.changes += await repairRuns(db, check, { ...batch, runIds: found.ids });
  }
  for (const { check, result, found } of broken) add(result, found, (await findIn(db, check, batch)).found);
}

function findIn(db: Database, check: RunCheck, { range, graphs }: Batch): Promise<Found> {
  return findBroken(db, check.broken(runsBetween(range), graphs));
}

function emptyResult({ name, rule, repair }: Pick<CheckResult, "name" | "rule" | "repair">, of: CheckResult["of"]) {
  return { name, rule, repair, of, found: 0, left: 0, changes: 0, examples: [] };
}

function add(result: CheckResult, { found, examples }: Found, left = found): void {
  result.found += found;
  result.left += left;
  result.examples.push(...examples.slice(0, exampleLimit - result.examples.length));
}
