import type { QueueStatus, RunStatistics } from "@/contracts/dashboard";
import { createDatabase } from "@/db/client";
import type { Database } from "@/db/types";
import type { EngineContext } from "@/engine/context";
import type { EngineLog } from "@/engine/log";
import { WakeChannel } from "@/engine/notify";
import { PlanCache } from "@/engine/plan-cache";
import { StartQueue } from "@/engine/start-queue";
import { warnOfUnreadableSecrets } from "@/engine/unreadable-secrets";
import { type Env, env } from "@/env";
import { createRegistry } from "@/nodes/registry";
import { createSafeFetch, type SafeFetch } from "@/nodes/support/safe-fetch";
import { type Authenticator, createAuthenticator } from "@/services/accounts/authenticator";
import { warnOfPooler } from "@/services/health/pooler";
import { createKeyring } from "@/vault/keyring";
import { createVault, type Vault } from "@/vault/vault";
import { RateLimiter } from "./access/rate-limiter";
import { SignInLimits } from "./access/sign-in-limits";
import { KeptReads } from "./kept-reads";
import { LiveFeed } from "./live/live-feed";
import { createWebLogger } from "./logger";
import { createWebMetrics, type WebMetrics } from "./metrics";

/** What the web process makes once and shares among all requests. */
export interface WebProcess {
  env: Env;
  db: Database;
  engine: EngineContext;
  vault: Vault;
  log: EngineLog;
  /** tells open pages of changes */
  live: LiveFeed;
  /** what start pages show, by what it is of */
  dashboard: { runs: KeptReads<RunStatistics>; queue: KeptReads<QueueStatus> };
  /** only with METRICS_TOKEN: figures that nobody can read are not counted */
  metrics: WebMetrics | undefined;
  /** none on a machine that serves itself only */
  rateLimiter: RateLimiter | undefined;
  signInLimits: SignInLimits;
  /** only with accounts */
  authenticator: Authenticator | undefined;
  close(): Promise<void>;
}

// Next bundles this module several times, and dev loads it again after each change; the process has one globalThis.
const shared = globalThis as typeof globalThis & { workflowEngineWebProcess?: WebProcess };

/**
 * The composition root of the web process, made at the first request: a build imports all routes without having an
 * environment.
 *
 * @throws EnvironmentError
 */
export function webProcess(): WebProcess {
  shared.workflowEngineWebProcess ??= createWebProcess(env());
  return shared.workflowEngineWebProcess;
}

/** Ends all streams to open pages, so that the server can stop; they ask for new ones elsewhere, or once it is back. */
export function endStreams(): void {
  shared.workflowEngineWebProcess?.live.watch.stop();
}

export function isStopping(): boolean {
  return shared.workflowEngineWebProcess?.live.watch.stopped ?? false;
}

/** Ends the process's connections, if it has any. */
export async function closeWebProcess(): Promise<void> {
  endStreams();
  await shared.workflowEngineWebProcess?.close();
}

function createWebProcess(settings: Env): WebProcess {
  const log = createWebLogger(settings.LOG_LEVEL);
  const db = createDatabase(settings.DATABASE_URL, {
    pooler: settings.DATABASE_POOLER,
    applicationName: "workflow-engine web",
  });
  const vault = createVault(createKeyring(settings.FERNET_KEY));
  const fetch = createSafeFetch({ allowHosts: settings.HTTP_ALLOW_HOSTS, appUrl: settings.APP_URL });
  const wake = new WakeChannel(settings.DIRECT_DATABASE_URL, log, { listens: false });
  void wake.start();
  const metrics =
    settings.METRICS_TOKEN === undefined ? undefined : createWebMetrics({ db, wakeConnected: () => wake.connected });
  const engine: EngineContext = {
    db,
    registry: createRegistry({ fetch }),
    vault,
    appUrl: settings.APP_URL,
    plans: new PlanCache(),
    wake,
    starts: new StartQueue({ db, wake }),
    runners: new Set(),
    metrics: metrics?.engine,
  };
  void warnOfUnreadableSecrets(engine, log);
  if (settings.DATABASE_POOLER === "transaction") void warnOfPooler(db, log);
  const live = new LiveFeed({ db, log });
  const dashboard = {
    runs: new KeptReads<RunStatistics>({ minimumMs: 2_000, maximumMs: 60_000 }),
    queue: new KeptReads<QueueStatus>({ minimumMs: 1_000, maximumMs: 10_000 }),
  };
  return {
    env: settings,
    db,
    engine,
    vault,
    log,
    live,
    dashboard,
    metrics,
    rateLimiter: createRateLimiter(settings),
    signInLimits: new SignInLimits(),
    authenticator: authenticatorOf(settings, db),
    close: () => closeAll(engine, wake, fetch),
  };
}

function authenticatorOf({ AUTH_MODE, SESSION_SECRET, APP_URL }: Env, db: Database): Authenticator | undefined {
  if (AUTH_MODE !== "accounts" || SESSION_SECRET === undefined) return undefined;
  return createAuthenticator({ db, secret: SESSION_SECRET, appUrl: APP_URL });
}

function createRateLimiter({ AUTH_MODE, RATE_LIMIT_PER_MINUTE }: Env): RateLimiter | undefined {
  if (AUTH_MODE === "local" || RATE_LIMIT_PER_MINUTE === 0) return undefined;
  return new RateLimiter({ perMinute: RATE_LIMIT_PER_MINUTE });
}

/** How long the steps of a tick may go on before they are given back, and how long writing that may take. */
const drainMs = { finish: 300, giveBack: 500 };

async function closeAll(engine: EngineContext, wake: WakeChannel, fetch: SafeFetch): Promise<void> {
  const runners = [...(engine.runners ?? [])];
  await Promise.allSettled(runners.map((runner) => runner.drain(drainMs.finish, drainMs.giveBack)));
  await Promise.allSettled([wake.close(), fetch.close()]);
  await engine.db.$disconnect();
}
