import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Settings } from "@/env";
import { Failure } from "./failure";
import { type FileLock, isHeld, tryLock } from "./file-lock";
import { whyNotListen } from "./ports";
import { dataDirOf } from "./settings";

/** Makes sure, before any work is done, that this data directory and port are nobody else's. */
export async function claimInstance(settings: Settings): Promise<FileLock> {
  const dataDir = dataDirOf(settings);
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    throw new Failure(`DATA_DIR (${dataDir}) cannot be made: ${(error as Error).message}`);
  }
  const lock = tryLock(path.join(dataDir, `instance-${settings.PORT}.lock`));
  if (!isHeld(lock)) {
    throw new Failure(
      `Workflow Engine already runs here (process ${lock.pid}): ${settings.APP_URL}\n` +
        "Stop it first, or set another PORT, with another DATA_DIR if it is to have a database of its own.",
    );
  }
  const problem = await whyNotListen(settings.PORT, settings.HOST);
  if (problem) {
    lock.release();
    throw new Failure(describe(problem, settings));
  }
  return lock;
}

function describe(problem: string, { HOST, PORT }: Settings): string {
  switch (problem) {
    case "EADDRINUSE":
      return `Port ${PORT} on ${HOST} is taken by another program. Stop it, or set another PORT (PORT=${PORT === 65_535 ? 3000 : PORT + 1} pnpm start).`;
    case "EACCES":
      return `This user may not listen on port ${PORT}. Set PORT to one above 1023.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST is ${HOST}, which is no address of this machine. Set it to 127.0.0.1, or to 0.0.0.0 for all of them.`;
    default:
      return `The web server cannot listen on ${HOST}:${PORT} (${problem}). Set HOST and PORT.`;
  }
}
