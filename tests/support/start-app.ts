import { generateKey } from "@/vault/keyring";
import { webGraceMs, workerGraceMs } from "../../scripts/support/app-processes";
import type { Child } from "../../scripts/support/children";
import { freePort } from "../../scripts/support/ports";
import { ensureWebBuild } from "../../scripts/support/web-build";
import { createTestDatabase, type TestDatabase } from "./database";
import { startBundledWorker } from "./spawn-worker";
import { startWebServer } from "./web-server";

export interface RunningApp {
  url: string;
  database: TestDatabase;
  web: Child;
  /** everything that web server and workers printed, line by line */
  output: string[];
  /** One more worker; with the app's environment, some of it changed. */
  startWorker(flags?: string[], env?: Record<string, string>): Child;
  /** Stops all that still runs, and drops the database. */
  stop(): Promise<void>;
}

interface Options {
  env?: Record<string, string>;
  /** workers to begin with; 1 by default */
  workers?: number;
}

/** The product as it runs in production, on a database and a port of its own: for tests that see it from outside. */
export async function startApp({ env = {}, workers = 1 }: Options = {}): Promise<RunningApp> {
  const never = new AbortController().signal;
  await ensureWebBuild(never);
  const database = await createTestDatabase();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const appEnv = {
    ...process.env,
    DATABASE_URL: database.url,
    DIRECT_DATABASE_URL: database.url,
    FERNET_KEY: generateKey(),
    APP_URL: url,
    WORKER_POLL_INTERVAL_MS: "200",
    WORKER_SHUTDOWN_TIMEOUT_SECONDS: "5",
    ...env,
  };
  const output: string[] = [];
  const print = (line: string) => void output.push(line);
  const running: Child[] = [];
  const start = (flags: string[] = [], changes: Record<string, string> = {}): Child => {
    const worker = startBundledWorker({ ...appEnv, ...changes }, flags, print);
    running.push(worker);
    return worker;
  };
  const stopWorkers = () => Promise.all(running.map((worker) => worker.stop(workerGraceMs(5))));
  for (let number = 0; number < workers; number++) start();
  try {
    const web = await startWebServer(appEnv, print, port);
    return {
      url,
      database,
      web: web.process,
      output,
      startWorker: start,
      async stop() {
        await stopWorkers();
        await web.process.stop(webGraceMs);
        await database.drop();
      },
    };
  } catch (error) {
    await stopWorkers();
    await database.drop();
    throw new Error(`The app did not start:\n${output.join("\n")}`, { cause: error });
  }
}
