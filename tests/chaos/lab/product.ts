import { setTimeout as pause } from "node:timers/promises";
import { createDatabase } from "@/db/client";
import type { Database } from "@/db/types";
import { createApiKey } from "@/services/accounts/api-keys";
import { generateKey } from "@/vault/keyring";
import { webGraceMs } from "../../../scripts/support/app-processes";
import { ensureWebBuild } from "../../../scripts/support/web-build";
import { recordTransitions } from "../../race/transitions";
import { type HttpSink, type HttpSinkOptions, startHttpSink } from "../../support/http-sink";
import { startWebServer, type WebServer } from "../../support/web-server";
import { Driver } from "./driver";
import { Fleet } from "./fleet";
import { patienceMs } from "./patience";
import type { WorkerPrograms } from "./programs";

export interface ProductOptions {
  programs: WorkerPrograms;
  /** the database as the lab reaches it */
  databaseUrl: string;
  /** where web and workers look for it, if that is another way */
  environment?: Record<string, string>;
  sink?: HttpSinkOptions;
  /** a database and a web server that are there already, and stay */
  base?: ProductBase;
}

/** A prepared database and a web server on it, which several cases may use one after the other. */
export class ProductBase {
  private constructor(
    readonly databaseUrl: string,
    readonly web: WebServer,
    /** what the web server printed */
    readonly webLog: string[],
    /** of web server and workers */
    readonly environment: Record<string, string>,
  ) {}

  static async start(databaseUrl: string, changes: Record<string, string> = {}): Promise<ProductBase> {
    await ensureWebBuild(new AbortController().signal);
    const db = createDatabase(databaseUrl, { max: 1 });
    await recordTransitions(db);
    await db.$disconnect();
    const environment = {
      DATABASE_URL: databaseUrl,
      DIRECT_DATABASE_URL: databaseUrl,
      FERNET_KEY: generateKey(),
      HTTP_ALLOW_HOSTS: "127.0.0.1",
      LOG_LEVEL: "info",
      ...changes,
    };
    const webLog: string[] = [];
    const web = await startWebServer({ ...process.env, ...environment }, (line) => void webLog.push(line));
    return new ProductBase(databaseUrl, web, webLog, environment);
  }

  /** Forgets everything that was done on it. */
  async empty(): Promise<void> {
    const db = createDatabase(this.databaseUrl, { max: 1 });
    await db.$executeRaw`TRUNCATE workflow, workflow_version, run, step_execution, step_attempt, run_event, secret, worker, transition, api_key`;
    await db.$disconnect();
  }

  close(): Promise<void> {
    return this.web.process.stop(webGraceMs);
  }
}

/** `AUTH_MODE=accounts SESSION_SECRET=… pnpm chaos`: the same laboratory, whose driver has a key. */
async function credentials(db: Database): Promise<Record<string, string>> {
  if (process.env.AUTH_MODE !== "accounts") return {};
  const { key } = await createApiKey({ db, actor: "laboratory" }, { name: "laboratory", role: "admin" });
  return { authorization: `Bearer ${key}` };
}

const openRunsStatuses = ["pending", "running"] as const;

/** The product on a database of its own: web server, workers, and the place where the effects of its workflows arrive. */
export class LabProduct {
  readonly databaseUrl: string;
  readonly db: Database;
  readonly sink: HttpSink;
  readonly fleet: Fleet;
  readonly driver: Driver;
  readonly web: WebServer;
  /** what the web server printed */
  readonly webLog: string[];

  readonly #keepsWeb: boolean;

  private constructor(
    parts: Pick<LabProduct, "databaseUrl" | "db" | "sink" | "fleet" | "web" | "webLog" | "driver"> & {
      keepsWeb: boolean;
    },
  ) {
    this.#keepsWeb = parts.keepsWeb;
    this.databaseUrl = parts.databaseUrl;
    this.db = parts.db;
    this.sink = parts.sink;
    this.fleet = parts.fleet;
    this.web = parts.web;
    this.webLog = parts.webLog;
    this.driver = parts.driver;
  }

  static async open({
    programs,
    databaseUrl,
    base,
    sink: sinkOptions,
    ...options
  }: ProductOptions): Promise<LabProduct> {
    const db = createDatabase(databaseUrl, { max: 4, applicationName: "laboratory" });
    const sink = await startHttpSink(sinkOptions);
    const { web, webLog, environment } = base ?? (await ProductBase.start(databaseUrl, options.environment));
    const fleet = new Fleet(programs, { ...environment, APP_URL: web.url });
    const driver = new Driver(web.url, await credentials(db));
    return new LabProduct({ databaseUrl, db, sink, fleet, web, webLog, driver, keepsWeb: base !== undefined });
  }

  /** How many runs are not finished yet. */
  unfinished(): Promise<number> {
    return this.db.run.count({ where: { status: { in: [...openRunsStatuses] } } });
  }

  /** Waits until every run is finished, or patience is at its end. */
  async settle(withinMs = patienceMs): Promise<void> {
    const deadline = performance.now() + withinMs;
    while (performance.now() < deadline && (await this.unfinished()) > 0) await pause(50);
  }

  async close(): Promise<void> {
    await this.fleet.close();
    if (!this.#keepsWeb) await this.web.process.stop(webGraceMs);
    await this.sink.close();
    await this.db.$disconnect();
  }
}
