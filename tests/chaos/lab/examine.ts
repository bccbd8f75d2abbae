import { expectedEnd } from "../../race/random-run";
import { repeatedEnds, unknownTransitions } from "../../race/transitions";
import { brokenInvariants } from "../../support/invariants";
import { type Findings, findings } from "../chaos-case";
import { deadlocks } from "./deadlocks";
import type { AcknowledgedRun } from "./driver";
import type { LabProduct } from "./product";

interface RunRow {
  id: string;
  status: string;
  error: string | null;
  ends: string;
}

interface ExamineOptions {
  /** nothing was broken, so that every effect must have happened once */
  effectsOnce?: boolean;
  /** rules of the doctor that the case has broken itself */
  except?: readonly string[];
}

/** Reads database and sink after a case, and holds them against what the driver was told. */
export async function examine(
  product: LabProduct,
  { effectsOnce = false, except = [] }: ExamineOptions = {},
): Promise<Findings> {
  const { db, driver, fleet, sink, web } = product;
  const rows = await db.$queryRaw<RunRow[]>`
    SELECT run.id::text, run.status::text, run.error::text,
      (SELECT json_object_agg(step.node_id, step.status) FROM step_execution AS step WHERE step.run_id = run.id)::text AS ends
    FROM run`;
  const found = new Map(rows.map((row) => [row.id, row]));
  const lost: string[] = [];
  const wrong: string[] = [];
  for (const [id, run] of driver.acknowledged) judge(id, run, found.get(id), lost, wrong);
  const uncalled = rows.filter(({ id }) => !driver.acknowledged.has(id));
  const figures = {
    runs: driver.acknowledged.size,
    ...(await stepFigures(product)),
    ...effectFigures(product),
    answers: [...driver.answers].map(([answer, times]) => `${times} × ${answer}`).join(", "),
    peak_worker_mb: Math.round(fleet.peakMemoryMb),
  };
  return findings({
    lost: [...lost, ...(await lostEffects(product))],
    duplicated: [
      ...(await repeatedEnds(db)),
      ...[...sink.requests]
        .filter(([, times]) => effectsOnce && times > 1)
        .map(([key]) => `the effect of ${key} came again`),
      ...uncalled.map(({ id }) => `run ${id} is nobody's: its start was sent once, or never`),
    ],
    unexpected: [
      ...wrong,
      ...(await unknownTransitions(db)),
      ...(await brokenInvariants(db, except)),
      ...(await deadlocks(db)),
      ...fleet.casualties,
      ...driver.strange,
      ...(web.process.hasExited() ? ["the web server ended by itself"] : []),
      ...[...sink.effects]
        .filter(([, keys]) => keys.size > 1)
        .map(([effect]) => `effect ${effect} came under several keys`),
    ],
    recovered: await recoveredSteps(product),
    figures,
  });
}

function judge(id: string, run: AcknowledgedRun, row: RunRow | undefined, lost: string[], wrong: string[]): void {
  if (!row) return void lost.push(`run ${id} was acknowledged and is not there`);
  if (row.status === "pending" || row.status === "running") return void lost.push(`run ${id} is still ${row.status}`);
  if (run.end === undefined) return;
  if (row.status !== run.end) return void wrong.push(`run ${id} is ${row.status}, not ${run.end}: ${row.error}`);
  if (run.end !== "succeeded") return;
  const expected = sorted(expectedEnd(run.workflow.definition, run.flags));
  const actual = sorted(JSON.parse(row.ends) as Record<string, string>);
  if (actual !== expected) wrong.push(`run ${id} ended as ${actual}, not as ${expected}`);
}

function sorted(ends: Record<string, string>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(ends).sort(([left], [right]) => left.localeCompare(right))));
}

/** Steps that are said to have been done, and whose effect never arrived. */
async function lostEffects({ db, sink }: LabProduct): Promise<string[]> {
  const steps = await db.$queryRaw<{ dedup_key: string }[]>`
    SELECT dedup_key FROM step_execution WHERE node_type = 'http_request' AND status = 'succeeded'`;
  return steps
    .filter(({ dedup_key }) => !sink.requests.has(dedup_key))
    .map(({ dedup_key }) => `no effect of ${dedup_key}`);
}

/** Effects happen at least once: how many came again, and how many of those bore a key that tells. */
function effectFigures({ sink }: LabProduct): Record<string, number> {
  const times = [...sink.requests.values()];
  const requests = times.reduce((sum, count) => sum + count, 0);
  return {
    effects: sink.effects.size > 0 ? sink.effects.size : times.length,
    repeated_effects: requests - (sink.effects.size > 0 ? sink.effects.size : times.length),
    caught_by_key: requests - times.length,
  };
}

async function stepFigures({ db }: LabProduct): Promise<Record<string, number>> {
  const [row] = await db.$queryRaw<{ steps: number; lost_attempts: number }[]>`
    SELECT (SELECT count(*) FROM step_execution)::int AS steps,
      (SELECT count(*) FROM step_attempt WHERE error->>'code' = 'worker_lost')::int AS lost_attempts`;
  return { steps: row?.steps ?? 0, attempts_lost_with_a_worker: row?.lost_attempts ?? 0 };
}

/** Steps that were claimed oftener than an undisturbed one is, and succeeded. */
async function recoveredSteps({ db }: LabProduct): Promise<number> {
  const [row] = await db.$queryRaw<{ recovered: number }[]>`
    SELECT count(*)::int AS recovered FROM step_execution
    WHERE status = 'succeeded' AND claim_number > CASE node_type WHEN 'delay' THEN 2 ELSE 1 END`;
  return row?.recovered ?? 0;
}
