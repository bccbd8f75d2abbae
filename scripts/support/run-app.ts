import path from "node:path";
import { requireSafeAccess, type Settings } from "@/env";
import {
  localUrl,
  startDevWeb,
  startWeb,
  startWorker,
  waitUntilReady,
  webGraceMs,
  workerGraceMs,
} from "./app-processes";
import type { Child } from "./children";
import { describeFailure, Failure } from "./failure";
import { waitForLock } from "./file-lock";
import { claimInstance } from "./instance-lock";
import { KeptChild } from "./kept-child";
import { migrateDatabase, seedDatabase } from "./prepare-database";
import { ensurePrismaClient } from "./prisma-client";
import { say, withProgress } from "./progress";
import { RestartingWorker } from "./restarting-worker";
import { type CommandDatabase, dataDirOf, loadSettings, openDatabase, requireKey } from "./settings";
import { listenForStop, Stopped, type StopRequest } from "./stop-request";
import { ensureWebBuild, servingProcesses } from "./web-build";

type Mode = "production" | "development";

/**
 * `pnpm start` and `pnpm dev`: database, migrations, seed, web server and one worker, until somebody asks to stop or
 * one of them ends by itself and cannot be started again. Whatever was begun is undone in reverse: the worker finishes its steps while web server
 * and database are still there, and the database goes last.
 */
export async function runApp(mode: Mode): Promise<number> {
  const settings = loadSettings();
  requireKey(settings);
  requireSafeAccess(settings);
  const request = listenForStop();
  const undo: (() => void | Promise<void>)[] = [];
  try {
    await bringUp(mode, settings, request, undo);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    await withProgress("Stopping", undoAll(undo));
  }
  say("Stopped.");
  return 0;
}

async function bringUp(
  mode: Mode,
  settings: Settings,
  { stop, hurry }: StopRequest,
  undo: (() => void | Promise<void>)[],
): Promise<void> {
  const address = { host: settings.HOST, port: settings.PORT };
  const lock = await claimInstance(settings);
  undo.push(() => lock.release());
  const database = await openDatabase(settings);
  undo.push(() => database.release());
  await ensurePrismaClient();
  await prepareDatabase(settings, database, stop);
  if (mode === "production") {
    await ensureWebBuild(stop);
    servingProcesses().add(process.pid);
    undo.push(() => servingProcesses().remove(process.pid));
  }
  stop.throwIfAborted();

  const onStart = ({ pid }: Child) => database.hold(pid);
  const begin = (start: () => Child, graceMs: number): KeptChild => {
    const child = new KeptChild({ start, onStart, graceMs, hurry });
    undo.push(() => child.stop());
    return child;
  };
  const startServer = mode === "production" ? startWeb : startDevWeb;
  const web = begin(() => startServer(database.env, address), webGraceMs);
  const graceMs = workerGraceMs(settings.WORKER_SHUTDOWN_TIMEOUT_SECONDS);
  // A worker that exits after one round would be started again and again.
  const workerEnv = { ...database.env, WORKER_ONCE: "" };
  const worker =
    mode === "production"
      ? begin(() => startWorker(workerEnv), graceMs)
      : new RestartingWorker(workerEnv, { graceMs, hurry, onStart });
  if (worker instanceof RestartingWorker) undo.push(() => worker.stop());

  const ended = failWhenOneEnds(database, [web, worker], stop);
  await Promise.race([withProgress("Starting the web server", waitUntilReady(address, stop)), ended]);
  for (const child of [web, worker]) if (child instanceof KeptChild) child.keep();
  say(`Workflow Engine is ready: ${settings.APP_URL}${reachedOtherwise(settings)}   (Ctrl-C stops it)`);
  await ended;
}

/** One after the other, where two of us begin on one data directory at the same time. */
async function prepareDatabase(settings: Settings, database: CommandDatabase, stop: AbortSignal): Promise<void> {
  const lock = await waitForLock(path.join(dataDirOf(settings), "prepare.lock"), { signal: stop });
  try {
    await migrateDatabase(database, stop);
    await seedDatabase(database, stop);
  } finally {
    lock.release();
  }
}

/** Never resolves: it is the stop that ends the wait, or one of the processes, for good. */
async function failWhenOneEnds(
  database: CommandDatabase,
  children: Pick<Child, "name" | "exited">[],
  stop: AbortSignal,
): Promise<never> {
  const stopped = new Promise<never>((_, reject) => {
    const end = () => reject(stop.reason);
    if (stop.aborted) end();
    else stop.addEventListener("abort", end, { once: true });
  });
  const endings = children.map(async ({ name, exited }) => `The ${name} ended by itself (exit code ${await exited})`);
  const databaseEnding = database
    .ended(stop)
    .then(() => "The embedded PostgreSQL ended by itself (its log is in DATA_DIR)");
  const what = await Promise.race([stopped, ...endings, databaseEnding]);
  stop.throwIfAborted();
  throw new Failure(`${what}; everything else was stopped.`);
}

function reachedOtherwise({ APP_URL, HOST, PORT }: Settings): string {
  const here = localUrl({ host: HOST, port: PORT });
  return APP_URL === here ? "" : `, on this machine ${here}`;
}

/** Each step is taken, whatever becomes of the others. */
async function undoAll(undo: (() => void | Promise<void>)[]): Promise<void> {
  for (const step of undo.reverse()) {
    try {
      await step();
    } catch (error) {
      process.stderr.write(`${describeFailure(error)}\n`);
      process.exitCode = 1;
    }
  }
}
