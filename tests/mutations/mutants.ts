import type { Mutant } from "./mutant";
import { workerMutants } from "./worker-mutants";

const complete = "src/engine/complete.ts";
const insertRuns = "src/engine/insert-runs.ts";
const finish = "engine-race-finish";
const runs = "engine-race-runs";
const leases = "engine-race-leases";
const joins = "engine-leased-joins";

const openCount = `(SELECT count(*) FROM step_execution AS counted
          WHERE counted.run_id = run.id AND counted.status IN ('pending', 'running'))::int`;
const deadCount = `(SELECT count(*) FROM step_execution AS counted
          WHERE counted.run_id = run.id AND counted.status = 'dead')::int`;

const completions: Mutant[] = [
  {
    name: "complete: the fence, claim_number",
    file: complete,
    edits: [[" AND step.claim_number = outcome.claim_number", ""]],
    test: leases,
    title: "paused past its lease",
  },
  {
    name: "complete: only running steps may finish",
    file: complete,
    edits: [["(step.status = 'running') IS TRUE AND step.claim_number = outcome", "step.claim_number = outcome"]],
    test: finish,
    title: "sent twice at once",
  },
  {
    name: "complete: open steps by arithmetic (asked for instead)",
    file: complete,
    edits: [
      ["open_steps = run.open_steps + change.open,", `open_steps = ${openCount} + change.open,`],
      ["WHEN run.open_steps + change.open > 0 THEN 'running'", `WHEN ${openCount} + change.open > 0 THEN 'running'`],
      [
        "CASE WHEN run.open_steps + change.open = 0 THEN now() END",
        `CASE WHEN ${openCount} + change.open = 0 THEN now() END`,
      ],
    ],
    test: finish,
    title: "the last two steps of a run",
  },
  {
    name: "complete: dead steps by arithmetic (asked for instead)",
    file: complete,
    edits: [
      ["dead_steps = run.dead_steps + change.dead,", `dead_steps = ${deadCount} + change.dead,`],
      ["WHEN run.dead_steps + change.dead > 0 THEN 'failed'", `WHEN ${deadCount} + change.dead > 0 THEN 'failed'`],
    ],
    test: finish,
    title: "the last two steps of a run",
  },
  {
    name: "complete: steps only of runs that are locked",
    file: complete,
    edits: [["FROM locked AS outcome", `FROM \${outcomeTable(finished)}`]],
    test: runs,
    title: "a cancellation and a completion",
  },
  {
    name: "complete: runs are read by their ids",
    file: complete,
    edits: [["(run.status IN ('pending', 'running')) IS TRUE", "run.status IN ('pending', 'running')"]],
    test: "engine-plans",
    title: "writing results",
  },
  {
    name: "complete: runs locked in one order",
    file: complete,
    edits: [["      ORDER BY run.id\n      FOR NO KEY UPDATE OF run", "      FOR NO KEY UPDATE OF run"]],
    test: leases,
    title: "of the same two runs",
  },
  {
    name: "complete: the run's lock",
    file: complete,
    edits: [["      ORDER BY run.id\n      FOR NO KEY UPDATE OF run", "      ORDER BY run.id"]],
    test: runs,
    title: "a cancellation and a completion",
  },
  {
    name: "complete: a successor that is there already is left alone",
    file: complete,
    edits: [["      WHERE step.status = 'blocked'\n", ""]],
    test: finish,
    title: "two parents of a join",
  },
  {
    name: "complete: a blocked join counts an arrival",
    file: complete,
    edits: [
      [
        "THEN 'pending'\n          ELSE 'blocked'\n        END::step_status",
        "THEN 'blocked'\n          ELSE 'blocked'\n        END::step_status",
      ],
    ],
    test: finish,
    title: "two parents of a join",
  },
  {
    name: "complete: a step finished by the same batch is not inserted",
    file: complete,
    edits: [["(finished.run_id, new_step.node_id) NOT IN (SELECT run_id, node_id FROM finished)", "true"]],
    test: finish,
    title: "a late arrival at it",
  },
  {
    name: "complete: waiting and giving back cost no attempt",
    file: complete,
    edits: [["CASE WHEN outcome.kind IN ('wait', 'giveback') THEN 1 ELSE 0 END", "0"]],
    test: "engine-stopping",
    title: "gives a running step back unburnt",
  },
  {
    name: "complete: nothing is leased that waits for another edge",
    file: "src/engine/new-step.ts",
    edits: [["  WHEN decided >= edges_in OR", "  WHEN leased THEN 'running'\n  WHEN decided >= edges_in OR"]],
    test: joins,
    title: "waits for another edge",
  },
  {
    name: "complete: a leased step knows whether an edge was taken to it",
    file: complete,
    edits: [["      edgesTaken,\n", "      edgesTaken: 1,\n"]],
    test: joins,
    title: "no edge was taken to",
  },
];

const others: Mutant[] = [
  {
    name: "claim: SKIP LOCKED",
    file: "src/engine/claim.ts",
    edits: [["FOR NO KEY UPDATE SKIP LOCKED", "FOR NO KEY UPDATE"]],
    test: runs,
    title: "claims at the same moment",
  },
  {
    name: "claim: the lock",
    file: "src/engine/claim.ts",
    edits: [["        FOR NO KEY UPDATE SKIP LOCKED\n", ""]],
    test: runs,
    title: "claims at the same moment",
  },
  {
    name: "claim in turns: the lock",
    file: "src/engine/lanes.ts",
    edits: [["        FOR NO KEY UPDATE SKIP LOCKED\n", ""]],
    test: "engine-turns",
    title: "shares the steps with others",
  },
  {
    name: "claim: claim_number rises",
    file: "src/engine/claim.ts",
    edits: [["claim_number = step.claim_number + 1", "claim_number = step.claim_number + 0"]],
    test: leases,
    title: "paused past its lease",
  },
  {
    name: "start: the loser of a race gets the winner's row",
    file: insertRuns,
    edits: [["DO UPDATE SET idempotency_key = excluded.idempotency_key", "DO NOTHING"]],
    test: runs,
    title: "starts with one idempotency key",
  },
  {
    name: "start: steps only for a run that was created",
    file: insertRuns,
    edits: [["      WHERE run_id IN (SELECT id FROM started OFFSET 0)\n", ""]],
    test: runs,
    title: "starts with one idempotency key",
  },
  {
    name: "start: keys in their order",
    file: insertRuns,
    edits: [["ORDER BY new_run.idempotency_key, new_run.ordinal", "ORDER BY new_run.ordinal"]],
    test: runs,
    title: "with the same keys in opposite orders",
  },
  {
    name: "start queue: a batch that lost a deadlock goes in halves",
    file: "src/engine/start-queue.ts",
    edits: [[" || isLostRace(error)", ""]],
    test: "start-queue",
    title: "loses a deadlock",
  },
  {
    name: "cancel: two statements (one instead)",
    file: "src/engine/cancel.ts",
    edits: [
      [
        "        RETURNING id\n      )\n",
        `        RETURNING id
      ),
      closed AS (
        UPDATE step_execution AS step
        SET status = 'cancelled', locked_by = NULL, lease_expires_at = NULL, finished_at = now()
        FROM cancelled WHERE step.run_id = cancelled.id AND step.status IN ('pending', 'running', 'blocked')
      )
`,
      ],
      ["AND (status IN ('pending', 'running', 'blocked')) IS TRUE`", "AND false`"],
    ],
    test: runs,
    title: "a cancellation and a completion",
  },
  {
    name: "mark running: only pending runs",
    file: "src/engine/mark-running.ts",
    edits: [[" AND (status = 'pending') IS TRUE", ""]],
    test: runs,
    title: "leave the run cancelled",
  },
  {
    name: "retry: only failed runs",
    file: "src/engine/retry.ts",
    edits: [[" AND (status = 'failed') IS TRUE", ""]],
    test: runs,
    title: "still going on",
  },
  {
    name: "retry: counters move by the steps that really changed",
    file: "src/engine/retry.ts",
    edits: [
      [
        "open_steps = run.open_steps + counted.steps, dead_steps = run.dead_steps - counted.steps",
        "open_steps = run.dead_steps, dead_steps = 0",
      ],
      ["FOR NO KEY UPDATE", ""],
      ["AND counted.steps > 0", ""],
    ],
    test: runs,
    title: "retries of one run",
  },
  {
    name: "reap: the lease is looked at again under the lock",
    file: "src/engine/reap.ts",
    edits: [["\n        AND step.lease_expires_at < now()", ""]],
    test: leases,
    title: "a reaper that had to wait",
  },
  {
    name: "reap: the claim is looked at again under the lock",
    file: "src/engine/reap.ts",
    edits: [[" AND step.claim_number = expired.claim_number", ""]],
    test: leases,
    title: "a reaper that had to wait",
  },
  {
    name: "reap: runs locked in one order",
    file: "src/engine/reap.ts",
    edits: [["      ORDER BY id\n      FOR NO KEY UPDATE", "      FOR NO KEY UPDATE"]],
    test: leases,
    title: "of the same two runs",
  },
  {
    name: "reap: a server that has just started is given time",
    file: "src/engine/reap.ts",
    edits: [["pg_postmaster_start_time() < now()", "true OR pg_postmaster_start_time() < now()"]],
    test: leases,
    title: "has just started",
  },
];

export const mutants: readonly Mutant[] = [...completions, ...others, ...workerMutants];
