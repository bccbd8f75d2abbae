import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { hostname } from "node:os";
import { v4 as uuidv4 } from "uuid";
import type { NodeRegistry } from "@/core/executor";
import { createDatabase } from "@/db/client";
import { pingDatabase } from "@/db/ping";
import type { EngineContext } from "@/engine/context";
import { createLogger } from "@/engine/log";
import { WakeChannel } from "@/engine/notify";
import { PlanCache } from "@/engine/plan-cache";
import { StepRunner } from "@/engine/runner";
import { warnOfUnreadableSecrets } from "@/engine/unreadable-secrets";
import { registerWorker, removeWorker, type WorkerIdentity } from "@/engine/worker-row";
import { type Env, envOrExit } from "@/env";
import { createRegistry, type RegistryOptions } from "@/nodes/registry";
import type { HostGateOptions } from "@/nodes/support/host-gate";
import { createSafeFetch } from "@/nodes/support/safe-fetch";
import { createKeyring } from "@/vault/keyring";
import { createVault } from "@/vault/vault";
import { type HealthReport, serveHealth } from "./health";
import { ClaimLoop } from "./loop";
import { createWorkerMetrics, type WorkerMetrics } from "./metrics";
import { exitCodes, helpText, mergeOptions, parseFlags, UsageError, type WorkerOptions } from "./options";
import { checkPooler, PoolerError } from "./pooler";
import { Retention } from "./retention";
import { keepHeapSmall } from "./small-heap";
import { Timers } from "./timers";

/** A stop signal that comes later than this after the first ends the process at once. */
const secondSignalMs = 1_000;

/** How long closing connections may take at the end. */
const closingMs = 5_000;

/** What a worker is made of that its settings do not say. */
export interface WorkerParts {
  registry(options: RegistryOptions): NodeRegistry;
  /** the most connections for everything but heartbeats and wake-ups */
  connections: number;
}

const productParts: WorkerParts = { registry: createRegistry, connections: 6 };

/**
 * The composition root of the worker process: everything is made here, handed on as an argument, and closed here.
 *
 * @returns the exit code
 */
export async function runWorker(args: readonly string[], parts: WorkerParts = productParts): Promise<number> {
  const flags = readFlags(args);
  if (flags === "help") {
    process.stdout.write(`${helpText}\n`);
    return exitCodes.ok;
  }
  const env = envOrExit();
  keepHeapSmall();
  return work(env, mergeOptions(flags, env), parts);
}

function readFlags(args: readonly string[]): ReturnType<typeof parseFlags> {
  try {
    return parseFlags(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${helpText}\n`);
    process.exit(exitCodes.usage);
  }
}

async function work(env: Env, options: WorkerOptions, parts: WorkerParts): Promise<number> {
  const identity: WorkerIdentity = { id: uuidv4(), host: hostname(), pid: process.pid, version: packageVersion() };
  const log = createLogger(env.LOG_LEVEL, { service: "worker", worker: identity.id });
  const pooler = env.DATABASE_POOLER;
  const db = createDatabase(env.DATABASE_URL, {
    max: parts.connections,
    pooler,
    applicationName: "workflow-engine-worker",
  });
  const heartbeatDb = createDatabase(env.DATABASE_URL, {
    max: 1,
    pooler,
    applicationName: "workflow-engine-heartbeat",
    // A heartbeat that hangs must fail in time for the next one.
    statementTimeoutMs: Math.max(1_000, options.leaseMs / 3),
  });
  const wake = new WakeChannel(env.DIRECT_DATABASE_URL, log);
  const fetch = createSafeFetch({
    allowHosts: env.HTTP_ALLOW_HOSTS,
    appUrl: env.APP_URL,
    // Who executes once what is due does not come back for what it put off.
    ...(options.once ? {} : { hosts: hostLimits(env.HTTP_HOST_CONCURRENCY, options.concurrency) }),
  });
  let runner: StepRunner | undefined;
  const metrics =
    env.METRICS_TOKEN === undefined || options.healthPort === 0
      ? undefined
      : createWorkerMetrics({
          token: env.METRICS_TOKEN,
          db,
          version: identity.version,
          concurrency: options.concurrency,
          wakeConnected: () => wake.connected,
          activeSteps: () => runner?.slots.held ?? 0,
        });
  const engine: EngineContext = {
    db,
    registry: parts.registry({ fetch }),
    vault: createVault(createKeyring(env.FERNET_KEY)),
    appUrl: env.APP_URL,
    plans: new PlanCache(),
    wake,
    metrics: metrics?.engine,
  };

  let loop: ClaimLoop | undefined;
  runner = new StepRunner(engine, {
    workerId: identity.id,
    leaseMs: options.leaseMs,
    concurrency: options.concurrency,
    batchSize: options.batchSize,
    heartbeatDb,
    log,
    onSlotFree: () => loop?.slotFree(),
    onScheduled: (ahead) => loop?.scheduled(ahead),
  });
  loop = new ClaimLoop(engine, runner, { ...options, workerId: identity.id, log, announced: () => wake.connected });

  const stopping = listenForStop((signal) => {
    log.info({ signal, active: runner.active }, "stopping: no more claims; running steps may finish");
    timers?.drain();
    loop.stop();
  });
  let timers: Timers | undefined;
  let retention: Retention | undefined;
  let health: Server | undefined;
  try {
    if (pooler === "transaction") await retryUntilReachable(() => checkPooler(db, log), stopping, log);
    // Whoever has not reached the database at once knows that contact was lost, and takes none over.
    const register = (failures: number) => registerWorker(db, identity, failures === 0 ? options.leaseMs : 0);
    const contactMs = await retryUntilReachable(register, stopping, log);
    wake.onWake(loop.wake);
    await wake.start();
    await warnOfUnreadableSecrets(engine, log);
    timers = new Timers(engine, { db, identity, leaseMs: options.leaseMs, contactMs, log, onRequeued: loop.wake });
    retention = new Retention({ db, days: env.RETENTION_DAYS, log });
    health = await openHealth(options, env.HOST, metrics, async () => {
      await pingDatabase(db);
      const draining = stopping.aborted;
      return { ready: !draining, details: { worker: identity.id, active: runner.active, draining } };
    });
    log.info(
      {
        concurrency: options.concurrency,
        lease_seconds: options.leaseMs / 1_000,
        sweep_interval_seconds: options.leaseMs / 3_000,
        poll_interval_ms: options.pollIntervalMs,
        retention_days: env.RETENTION_DAYS,
        pid: process.pid,
        health_port: options.healthPort,
      },
      `worker ${identity.version} is claiming steps: up to ${options.concurrency} at a time, a look every ${options.pollIntervalMs} ms at the latest; ${recoveryPromise(options.leaseMs)}; ${retentionPromise(env.RETENTION_DAYS)}`,
    );
    await (options.once ? loop.runOnce() : loop.run());
    await runner.drain(options.shutdownTimeoutMs);
    return exitCodes.ok;
  } catch (error) {
    if (!(error instanceof HealthPortError || error instanceof PoolerError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return exitCodes.failed;
  } finally {
    // A database that went silent must not keep the process: its leases expire, and its row is swept.
    await Promise.race([closeAll(), new Promise((resolve) => setTimeout(resolve, closingMs))]);
    log.info({ ...runner.counts }, "stopped");
  }

  async function closeAll(): Promise<void> {
    await Promise.all([timers?.stop(), retention?.stop()]);
    health?.close();
    await removeWorker(db, identity.id).catch((error: unknown) => log.warn({ error }, "the worker's row stays behind"));
    await Promise.allSettled([wake.close(), fetch.close(), db.$disconnect(), heartbeatDb.$disconnect()]);
  }
}

/** One host leaves a part of the slots to all others, one slot at least, and one that does not answer nearly all of them. */
function hostLimits(perHost: number, concurrency: number): HostGateOptions {
  const share = Math.min(Math.ceil((concurrency * 3) / 4), Math.max(1, concurrency - 1));
  const most = perHost === 0 ? share : perHost;
  return { perHost: most, perSilentHost: Math.min(most, Math.ceil(concurrency / 10)) };
}

/** What a lease means for steps of a worker that was killed: nobody looks sooner than it ends, nor later than a third after. */
function recoveryPromise(leaseMs: number): string {
  const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;
  return (
    `leases last ${seconds(leaseMs)}, ended ones are looked for every ${seconds(leaseMs / 3)}, ` +
    `so a lost worker's steps go on within ${seconds((leaseMs * 4) / 3)}`
  );
}

function retentionPromise(days: number): string {
  return days === 0 ? "finished runs are kept for ever" : `finished runs are kept for ${days} days`;
}

/** Hears the first stop signal; a second one, given by a person a while later, ends the process at once. */
function listenForStop(onStop: (signal: string) => void): AbortSignal {
  const controller = new AbortController();
  let since = 0;
  const stop = (signal: string): void => {
    // A terminal's Ctrl-C may arrive twice: from the group, and from a parent that passes it on.
    if (controller.signal.aborted && performance.now() - since > secondSignalMs) process.exit(exitCodes.failed);
    if (controller.signal.aborted) return;
    since = performance.now();
    controller.abort();
    onStop(signal);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // The supervisor holds the other end; when it is gone, nobody would stop this process.
  process.on("disconnect", () => stop("the supervisor is gone"));
  return controller.signal;
}

class HealthPortError extends Error {}

async function openHealth(
  options: WorkerOptions,
  host: string,
  metrics: WorkerMetrics | undefined,
  report: () => Promise<HealthReport>,
): Promise<Server | undefined> {
  if (options.healthPort === 0) return undefined;
  try {
    return await serveHealth({ port: options.healthPort, host, metrics, report });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new HealthPortError(
      `The health port ${options.healthPort} cannot be used (${reason}). Choose another with --health-port.`,
    );
  }
}

/** A worker that starts before its database waits for it, and says so. */
async function retryUntilReachable<Answer>(
  statement: (failures: number) => Promise<Answer>,
  stopping: AbortSignal,
  log: { warn(data: object, message: string): void },
): Promise<Answer | undefined> {
  for (let failures = 0; !stopping.aborted; failures++) {
    try {
      return await statement(failures);
    } catch (error) {
      if (error instanceof PoolerError) throw error;
      if (failures === 0) log.warn({ error }, "the database is not ready; waiting for it");
      await new Promise((resolve) => setTimeout(resolve, Math.min(250 * 2 ** failures, 5_000)));
    }
  }
  return undefined;
}

function packageVersion(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
