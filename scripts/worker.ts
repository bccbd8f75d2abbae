import { startWorker, workerGraceMs } from "./support/app-processes";
import { runCommand } from "./support/failure";
import { migrateDatabase } from "./support/prepare-database";
import { ensurePrismaClient } from "./support/prisma-client";
import { loadSettings, openDatabase, requireKey } from "./support/settings";
import { listenForStop } from "./support/stop-request";

const flags = process.argv.slice(2);

/** One worker on the database that runs, or on one that is started for it. Its exit code is this command's. */
await runCommand(async () => {
  if (flags.includes("--help") || flags.includes("-h")) return startWorker(process.env, flags).exited;
  const settings = loadSettings();
  requireKey(settings);
  const { stop, hurry } = listenForStop();
  await ensurePrismaClient();
  const database = await openDatabase(settings);
  try {
    await migrateDatabase(database, stop);
    stop.throwIfAborted();
    const worker = startWorker(database.env, flags);
    database.hold(worker.pid);
    const end = () => void worker.stop(graceMsOf(settings.WORKER_SHUTDOWN_TIMEOUT_SECONDS), hurry);
    if (stop.aborted) end();
    else stop.addEventListener("abort", end, { once: true });
    return await worker.exited;
  } finally {
    await database.release();
  }
});

/** The flag, if given, is the worker's to judge; here it only makes the wait long enough. */
function graceMsOf(seconds: number): number {
  const flag = flags.join(" ").match(/--shutdown-timeout-seconds[= ](\d+)/)?.[1];
  return workerGraceMs(flag === undefined ? seconds : Number(flag));
}
