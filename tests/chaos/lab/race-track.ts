import { randomUUID } from "node:crypto";
import type { Database } from "@/db/types";
import { complete } from "@/engine/complete";
import type { EngineContext } from "@/engine/context";
import type { Operation } from "../../race/operations";
import { type Contenders, type Settled, valuesOf } from "../../support/contenders";
import { createTestEngine, createWorkflow, definitionOf } from "../../support/engine";
import { createGraph, executeStep, startAndClaim, type Workflow } from "../../support/executing";
import { readRun, readSteps } from "../../support/rows";

/** One round of a race; what went wrong, if anything did. */
type Race = (round: number) => Promise<string | undefined>;

const workerId = randomUUID();
const lease = { workerId, leaseMs: 60_000 };
/** a lease that is over when it begins */
const expired = { workerId, leaseMs: -1_000 };

/** Races of the engine's operations between processes, each round on a run of its own. */
export class RaceTrack {
  readonly #db: Database;
  readonly #contenders: Contenders;
  readonly #crowd: number;
  readonly #engine: EngineContext;
  readonly #single: Workflow;
  readonly #double: Workflow;

  private constructor(
    parts: { db: Database; contenders: Contenders; crowd: number; engine: EngineContext },
    workflows: [Workflow, Workflow],
  ) {
    this.#db = parts.db;
    this.#contenders = parts.contenders;
    this.#crowd = parts.crowd;
    this.#engine = parts.engine;
    [this.#single, this.#double] = workflows;
  }

  static async open(db: Database, contenders: Contenders, crowd: number): Promise<RaceTrack> {
    const engine = createTestEngine(db, ({ payload }) =>
      (payload as { die?: boolean }).die
        ? { kind: "dead", error: { code: "http_status", message: "gone", details: null } }
        : { kind: "done", output: { status: 200, headers: {}, body: null } },
    );
    const single = await createGraph(engine, [{ id: "call" }], ["start -> call"]);
    const double = await createGraph(engine, [{ id: "late" }, { id: "call" }], ["start -> late", "start -> call"]);
    return new RaceTrack({ db, contenders, crowd, engine }, [single, double]);
  }

  readonly races: Readonly<Record<string, Race>> = {
    // First, while the tables are small: how they are read decides in which order a statement without one takes its locks.
    "two runs in opposite orders": async (round) => {
      const runs = [
        await startAndClaim(this.#engine, this.#double, lease),
        await startAndClaim(this.#engine, this.#double, lease),
      ];
      const [first = ""] = runs.map(({ runId }) => runId).sort();
      const finished = await Promise.all(runs.map(({ claimed }) => executeStep(this.#engine, claimed.call)));
      const late = runs.map(({ claimed }) => claimed.late?.id ?? 0n);
      await this.#db.$executeRaw`
        UPDATE step_execution SET lease_expires_at = now() - interval '1 s' WHERE id = ANY (${late}::bigint[])`;
      // Without an order of their own, locks are taken as the batch lists the runs, or as their rows lie.
      if (round % 4 < 2) finished.reverse();
      if (round % 2 === 0) await this.#db.$executeRaw`UPDATE run SET actor = actor WHERE id = ${first}::uuid`;
      const both: Operation[] = [{ kind: "reap" }, { kind: "complete", finished, workerId }];
      const answers = await this.#contenders.queueUp(first, inTurn(both, round >> 1));
      await this.#db.$executeRaw`UPDATE step_execution SET next_retry_at = 'infinity' WHERE status = 'pending'`;
      const failed = answers.find(({ ok }) => !ok);
      return failed && "message" in failed ? failed.message : undefined;
    },
    "parallel activates": async () => {
      const definition = definitionOf([{ id: "start", type: "trigger" }, { id: "call" }], ["start -> call"]);
      const { workflowId } = await createWorkflow(this.#db, definition, "draft");
      const answers = await this.#contenders.race(this.#many({ kind: "activate", workflowId }));
      return wrong(answers, (value) => value === "active");
    },
    "parallel retries": async () => {
      const runId = await this.#failedRun();
      const answers = await this.#contenders.race(this.#many({ kind: "retry", runId }));
      return wrong(answers, Boolean) ?? this.#differs(runId, "running", 1);
    },
    "parallel cancels": async () => {
      const { runId } = await startAndClaim(this.#engine, this.#single, lease);
      const answers = await this.#contenders.race(this.#many({ kind: "cancel", runId }));
      return wrong(answers, Boolean) ?? this.#differs(runId, "cancelled", 0);
    },
    "cancel versus complete": async (round) => {
      const { runId, claimed } = await startAndClaim(this.#engine, this.#single, lease);
      const finished = [await executeStep(this.#engine, claimed.call)];
      const both: Operation[] = [
        { kind: "cancel", runId },
        { kind: "complete", finished, workerId },
      ];
      const answers = await this.#contenders.race(inTurn(both, round));
      const completed = answers.some(({ ok, ...rest }) => ok && "value" in rest && isAccepted(rest.value));
      return wrong(answers, hasWon) ?? this.#differs(runId, completed ? "succeeded" : "cancelled", 0);
    },
    "retry versus retry": async () => {
      const runId = await this.#failedRun();
      const answers = await this.#contenders.race(this.#many({ kind: "retry", runId }).slice(0, 2));
      return wrong(answers, Boolean) ?? this.#differs(runId, "running", 1);
    },
    "reaper versus finisher": async (round) => {
      const { runId, claimed } = await startAndClaim(this.#engine, this.#single, expired);
      const finished = [await executeStep(this.#engine, claimed.call)];
      const both: Operation[] = [{ kind: "complete", finished, workerId }, { kind: "reap" }];
      const answers = await this.#contenders.race(inTurn(both, round));
      const completed = answers.some(({ ok, ...rest }) => ok && "value" in rest && isAccepted(rest.value));
      const differs = await this.#differs(runId, completed ? "succeeded" : "pending", completed ? 0 : 1);
      // The next round must not find it.
      await this.#db.$executeRaw`UPDATE step_execution SET next_retry_at = 'infinity' WHERE status = 'pending'`;
      return wrong(answers, hasWon) ?? differs;
    },
    "late result versus new holder": async () => {
      const { runId, claimed } = await startAndClaim(this.#engine, this.#single, expired);
      const late = await executeStep(this.#engine, claimed.call);
      await this.#contenders.race([{ kind: "reap" }]);
      const [again] = await this.#claim(runId);
      const current = await executeStep(this.#engine, again);
      const results = [late, current].map((one) => ({ kind: "complete" as const, finished: [one], workerId }));
      const answers = valuesOf(await this.#contenders.race(results)).map(({ accepted }) => accepted);
      if (answers[0] !== 0 || answers[1] !== 1) return `accepted: ${answers.join(" and ")}, not 0 and 1`;
      return this.#differs(runId, "succeeded", 0);
    },
    "the last two steps": async (round) => {
      const { runId, claimed } = await startAndClaim(this.#engine, this.#double, lease);
      const results = await Promise.all(
        Object.values(claimed).map(async (step) => ({
          kind: "complete" as const,
          finished: [await executeStep(this.#engine, step)],
          workerId,
        })),
      );
      // In every second round they queue up, and each reads the world as it was before the other.
      const answers = await (round % 2 === 0
        ? this.#contenders.race(results)
        : this.#contenders.queueUp(runId, results));
      const accepted = valuesOf(answers).map((value) => value.accepted);
      if (accepted.some((count) => count !== 1)) return `accepted: ${accepted.join(" and ")}`;
      return this.#differs(runId, "succeeded", 0);
    },
  };

  #many<One extends Operation>(operation: One): One[] {
    return Array.from({ length: this.#crowd }, () => operation);
  }

  async #failedRun(): Promise<string> {
    const { runId, claimed } = await startAndClaim(this.#engine, this.#single, { ...lease, payload: { die: true } });
    await complete(this.#engine, [await executeStep(this.#engine, claimed.call)], lease);
    return runId;
  }

  async #claim(runId: string) {
    const answers = await this.#contenders.race([{ kind: "claim", workerId, limit: 10, leaseMs: 60_000, runId }]);
    return valuesOf(answers).flat();
  }

  /** Whether the run, its steps and its counters agree with what the race came to. */
  async #differs(runId: string, status: string, openSteps: number): Promise<string | undefined> {
    const run = await readRun(this.#db, runId);
    const [, step] = await readSteps(this.#db, runId);
    const wantedRun = status === "pending" ? ["pending", "running"] : [status];
    const wantedStep = status === "running" ? "pending" : status;
    if (wantedRun.includes(run.status) && run.open_steps === openSteps && step?.status === wantedStep) return undefined;
    return `the run is ${run.status} with ${run.open_steps} open steps, its step ${step?.status}`;
  }
}

function inTurn<Item>(both: Item[], round: number): Item[] {
  return round % 2 === 0 ? both : [...both].reverse();
}

/** Exactly one must have won. */
function wrong(answers: readonly Settled<Operation["kind"]>[], won: (value: unknown) => boolean): string | undefined {
  const failed = answers.find(({ ok }) => !ok);
  if (failed && "message" in failed) return failed.message;
  const winners = answers.filter((answer) => answer.ok && won(answer.value)).length;
  return winners === 1 ? undefined : `${winners} won`;
}

function isAccepted(value: unknown): boolean {
  return typeof value === "object" && value !== null && "accepted" in value && value.accepted === 1;
}

/** A cancellation that went through, a result that was accepted, a step that was reaped. */
function hasWon(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (isAccepted(value)) return true;
  return (
    typeof value === "object" &&
    value !== null &&
    "requeued" in value &&
    "dead" in value &&
    Number(value.requeued) + Number(value.dead) === 1
  );
}
