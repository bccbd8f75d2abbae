import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createDatabase } from "@/db/client";
import type { Database } from "@/db/types";
import type { EngineContext } from "@/engine/context";
import { type EngineLog, silentLog } from "@/engine/log";
import { StepRunner } from "@/engine/runner";
import { ClaimLoop } from "../../worker/loop";
import { createTestEngine, type Effect } from "./engine";
import { until } from "./until";

export interface InProcessWorker {
  id: string;
  engine: EngineContext;
  runner: StepRunner;
  /** Tells the loop that something may have become due. */
  wake(): void;
  /** Resolves once its loop has looked, found nothing that is due, and sleeps. */
  asleep(observer: Database): Promise<void>;
  /** Stops claiming, lets running steps finish, and disconnects. */
  stop(timeoutMs?: number): Promise<void>;
}

/** The worker's loop, runner and leases in the test's process, so that a test can hold an effect in its hand. */
export function startInProcessWorker(
  url: string,
  effect: Effect,
  options: {
    leaseMs?: number;
    concurrency?: number;
    pollIntervalMs?: number;
    log?: EngineLog;
    /** where its heartbeats go, if not the same way as the rest */
    heartbeatUrl?: string;
  } = {},
): InProcessWorker {
  const { leaseMs = 60_000, concurrency = 10, pollIntervalMs = 50, log = silentLog, heartbeatUrl = url } = options;
  const id = randomUUID();
  const applicationName = `worker ${id}`;
  const db = createDatabase(url, { max: 4, applicationName });
  const heartbeatDb = createDatabase(heartbeatUrl, { max: 1 });
  const engine = createTestEngine(db, effect);
  let loop: ClaimLoop | undefined;
  const runner = new StepRunner(engine, {
    workerId: id,
    leaseMs,
    concurrency,
    heartbeatDb,
    log,
    onSlotFree: () => loop?.slotFree(),
    onScheduled: (ahead) => loop?.scheduled(ahead),
  });
  loop = new ClaimLoop(engine, runner, { workerId: id, batchSize: 50, pollIntervalMs, leaseMs, log });
  const running = loop.run();
  return {
    id,
    engine,
    runner,
    wake: loop.wake,
    async asleep(observer) {
      await until("the worker sleeps", async () => {
        const [row] = await observer.$queryRaw<{ asleep: boolean }[]>`
          SELECT bool_and(state = 'idle') AND bool_or(query LIKE '%min(next_retry_at)%') AS asleep
          FROM pg_stat_activity WHERE application_name = ${applicationName}`;
        return row?.asleep;
      });
      // The server has answered; by the time that it has answered others too, the worker has heard it.
      await pause(20);
      for (let look = 0; look < 10; look++) await observer.$queryRaw`SELECT 1`;
    },
    async stop(timeoutMs = 5_000) {
      loop.stop();
      await running;
      await runner.drain(timeoutMs, 1_000);
      await Promise.all([db.$disconnect(), heartbeatDb.$disconnect()]);
    },
  };
}

/** An effect that a test can watch: who called it, and when it may answer. */
export class WatchedEffect {
  /** node ids, in the order of the calls */
  readonly calls: string[] = [];
  /** node ids whose signal has fired */
  readonly aborted: string[] = [];
  readonly #held = new Map<string, (() => void)[]>();
  readonly #holding: Set<string>;

  /** @param held ids of nodes whose calls wait for `release` */
  constructor(...held: string[]) {
    this.#holding = new Set(held);
  }

  readonly effect: Effect = async ({ nodeId, signal }) => {
    this.calls.push(nodeId);
    if (this.#holding.has(nodeId)) {
      await new Promise<void>((resolve, reject) => {
        this.#held.set(nodeId, [...(this.#held.get(nodeId) ?? []), resolve]);
        signal.addEventListener("abort", () => {
          this.aborted.push(nodeId);
          reject(signal.reason);
        });
      });
    }
    return { kind: "done", output: { status: 200, headers: {}, body: null } };
  };

  /** Lets the calls of a node answer, those under way and all that come. */
  release(nodeId: string): void {
    this.#holding.delete(nodeId);
    for (const resolve of this.#held.get(nodeId) ?? []) resolve();
  }
}
