import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { NodeRegistry } from "@/core/executor";
import { createDatabase } from "@/db/client";
import type { EngineContext } from "@/engine/context";
import { silentLog } from "@/engine/log";
import { PlanCache } from "@/engine/plan-cache";
import { StepRunner } from "@/engine/runner";
import type { Env } from "@/env";
import { createRegistry } from "@/nodes/registry";
import { createSafeFetch } from "@/nodes/support/safe-fetch";
import { createKeyring } from "@/vault/keyring";
import { createVault } from "@/vault/vault";
import { ClaimLoop } from "../../worker/loop";
import { Timers } from "../../worker/timers";

export interface ProductWorkerOptions {
  leaseMs?: number;
  concurrency?: number;
  pollIntervalMs?: number;
  /** puts something between the engine and the product's executors */
  wrap?(registry: NodeRegistry): NodeRegistry;
}

export interface ProductWorker {
  /** how often it has asked for due steps and got some */
  claims(): number;
  /** Stops claiming, lets running steps finish, gives the rest back, and disconnects. */
  stop(timeoutMs?: number): Promise<void>;
}

/** A worker as worker/index.ts makes it, executors, vault and reaper included, in the process of the test. */
export function startProductWorker(settings: Env, options: ProductWorkerOptions = {}): ProductWorker {
  const { leaseMs = 2_000, concurrency = 10, pollIntervalMs = 50, wrap = (registry) => registry } = options;
  const identity = { id: randomUUID(), host: hostname(), pid: process.pid, version: "test" };
  const db = createDatabase(settings.DATABASE_URL, { max: 4 });
  const heartbeatDb = createDatabase(settings.DATABASE_URL, { max: 1 });
  const fetch = createSafeFetch({ allowHosts: settings.HTTP_ALLOW_HOSTS, appUrl: settings.APP_URL });
  let claims = 0;
  const engine: EngineContext = {
    db,
    registry: wrap(createRegistry({ fetch })),
    vault: createVault(createKeyring(settings.FERNET_KEY)),
    appUrl: settings.APP_URL,
    plans: new PlanCache(),
    wake: { notify: () => undefined, carry: () => undefined },
  };
  let loop: ClaimLoop | undefined;
  const runner = new StepRunner(engine, {
    workerId: identity.id,
    leaseMs,
    concurrency,
    heartbeatDb,
    log: silentLog,
    onSlotFree: () => loop?.slotFree(),
    onScheduled: (ahead) => loop?.scheduled(ahead),
  });
  const run = runner.run.bind(runner);
  runner.run = (steps, claimedAt) => {
    if (steps.length > 0) claims++;
    run(steps, claimedAt);
  };
  const loopOptions = { workerId: identity.id, batchSize: 50, pollIntervalMs, leaseMs, log: silentLog };
  loop = new ClaimLoop(engine, runner, loopOptions);
  const timers = new Timers(engine, { db: heartbeatDb, identity, leaseMs, log: silentLog });
  const running = loop.run();
  return {
    claims: () => claims,
    async stop(timeoutMs = 10_000) {
      loop.stop();
      await running;
      await runner.drain(timeoutMs, 1_000);
      await timers.stop();
      await Promise.all([fetch.close(), db.$disconnect(), heartbeatDb.$disconnect()]);
    },
  };
}
