import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createDatabase } from "@/db/client";
import { isUnavailable, sqlState } from "@/db/errors";
import { type ClaimedStep, claim } from "@/engine/claim";
import { complete, type FinishedStep } from "@/engine/complete";
import type { EngineContext } from "@/engine/context";
import { execute } from "@/engine/execute";
import { extendLeases, findLeasesOf, findLostLeases, giveBackLeases } from "@/engine/heartbeat";
import { markRunning } from "@/engine/mark-running";
import { prepare } from "@/engine/prepare";
import { reap } from "@/engine/reap";
import type { Rolls } from "./rolls";
import { createStormEngine } from "./storm-engine";
import type { Tally } from "./tally";

/** Short, so that many leases expire under their holders. */
const leaseMs = 250;

const neverStopped = { reason: undefined, signal: new AbortController().signal };

/**
 * A worker with every bad habit: it sends results twice and at the same time, forgets what it was granted, falls asleep
 * past its lease and comes back with a result, gives back what others hold, and reaps without mercy. All through the
 * product's own functions, which have to cope.
 */
export class StormWorker {
  readonly #id = randomUUID();
  readonly #name: string;
  readonly #rolls: Rolls;
  readonly #tally: Tally;
  readonly #engines: [EngineContext, EngineContext];
  readonly #held = new Map<bigint, ClaimedStep>();
  readonly #outbox: FinishedStep[] = [];
  #executing = 0;
  #stopped = false;

  constructor(url: string, name: string, rolls: Rolls, tally: Tally) {
    this.#name = name;
    this.#rolls = rolls;
    this.#tally = tally;
    const engine = () => createStormEngine(createDatabase(url, { max: 3 }), rolls);
    this.#engines = [engine(), engine()];
  }

  stop(): void {
    this.#stopped = true;
  }

  async run(): Promise<void> {
    await Promise.all([this.#claim(), this.#flush(), this.#beat(), this.#reap()]);
    await Promise.all(this.#engines.map(({ db }) => db.$disconnect()));
  }

  async #claim(): Promise<void> {
    const [engine] = this.#engines;
    while (!this.#stopped) {
      await this.#attempt("claim", async () => {
        const steps = await claim(engine, { workerId: this.#id, limit: 20, leaseMs });
        if (steps.length === 0) await pause(3);
        if (this.#rolls.chance(this.#name, 0.01)) return this.#tally.count("claims forgotten");
        await markRunning(
          engine,
          steps.filter(({ runPending }) => runPending).map(({ runId }) => runId),
        );
        for (const step of steps) void this.#execute(step);
      });
      while (this.#outbox.length > 100 && !this.#stopped) await pause(1);
    }
  }

  async #execute(step: ClaimedStep): Promise<void> {
    this.#executing++;
    this.#held.set(step.id, step);
    const rolls = this.#rolls;
    try {
      const late = rolls.chance(this.#name, 0.04);
      await pause(late ? leaseMs * (1 + 2 * rolls.next(this.#name)) : rolls.next(this.#name) * 4);
      const [prepared] = await prepare(this.#engines[0], [step]);
      if (!prepared) return;
      const finished = await execute(this.#engines[0], prepared, neverStopped);
      this.#outbox.push(this.#spoil(finished));
      if (rolls.chance(this.#name, 0.9)) this.#held.delete(step.id);
    } catch (error) {
      this.#tally.failure("execute", error);
    } finally {
      this.#executing--;
    }
  }

  /** Hurries what waits, gives some results back instead, and asks for a leased successor where there may be one. */
  #spoil(finished: FinishedStep): FinishedStep {
    if (this.#rolls.chance(this.#name, 0.02)) {
      return { ...finished, outcome: { kind: "giveback" }, successors: [] };
    }
    // Also where the statement will find that other edges are still to be waited for, or that the step is there.
    const leasable = finished.successors.findIndex(({ status }) => status === null);
    const leased = this.#rolls.chance(this.#name, 0.5) ? leasable : -1;
    return {
      ...finished,
      delayMs: 5 + this.#rolls.next(this.#name) * 10,
      successors: finished.successors.map((successor, index) => ({ ...successor, leased: index === leased })),
    };
  }

  async #flush(): Promise<void> {
    while (!this.#stopped || this.#executing > 0 || this.#outbox.length > 0) {
      if (this.#outbox.length === 0) {
        await pause(1);
        continue;
      }
      const batch = this.#rolls.shuffle(this.#name, this.#outbox.splice(0, 50));
      if (this.#rolls.chance(this.#name, 0.15)) {
        this.#tally.count("batches sent twice at once");
        await Promise.all(this.#engines.map((engine) => this.#send(engine, batch)));
      } else await this.#send(this.#engines[0], batch);
      if (this.#rolls.chance(this.#name, 0.1)) await this.#send(this.#engines[1], batch);
    }
  }

  async #send(engine: EngineContext, batch: readonly FinishedStep[]): Promise<void> {
    await this.#attempt("complete", async () => {
      const completion = await complete(engine, batch, { workerId: this.#id, leaseMs });
      for (const position of completion.accepted) {
        const finished = batch[position];
        if (finished) this.#tally.accepted(finished);
      }
      this.#tally.count("results refused", batch.length - completion.accepted.size);
      for (const { step } of completion.leased) {
        this.#tally.count("successors leased");
        if (this.#rolls.chance(this.#name, 0.05)) this.#tally.count("leased successors forgotten");
        else if (!this.#stopped) void this.#execute(step);
      }
    });
  }

  async #beat(): Promise<void> {
    const { db } = this.#engines[1];
    while (!this.#stopped) {
      await pause(20 + this.#rolls.next(this.#name) * 60);
      await this.#attempt("heartbeat", async () => {
        const held = [...this.#held.values()].map(({ id, claimNumber }) => ({ stepId: id, claimNumber }));
        await extendLeases(db, held, leaseMs);
        for (const { stepId } of await findLostLeases(db, held)) this.#held.delete(stepId);
        const unknown = (await findLeasesOf(db, this.#id)).filter(({ stepId }) => !this.#held.has(stepId));
        if (this.#rolls.chance(this.#name, 0.1)) {
          this.#tally.count("leases given back", await giveBackLeases(db, this.#id, unknown));
        }
      });
    }
  }

  async #reap(): Promise<void> {
    while (!this.#stopped) {
      await pause(30 + this.#rolls.next(this.#name) * 60);
      await this.#attempt("reap", async () => {
        const { requeued, dead } = await reap(this.#engines[1], 0);
        this.#tally.count("steps reaped to the queue", requeued);
        this.#tally.count("steps reaped dead", dead);
      });
    }
  }

  /** No statement of the engine may fail, whatever happens beside it; a deadlock least of all. */
  async #attempt(what: string, action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.#tally.failure(`${what} ${sqlState(error) ?? (isUnavailable(error) ? "unavailable" : "")}`, error);
      await pause(10);
    }
  }
}
