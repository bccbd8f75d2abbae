import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fromText, identify, isSameProcess, type ProcessIdentity, toText } from "./process-identity";

/** How long a half-done removal of a dead owner's lock may stand; it takes microseconds. */
const takeoverTimeoutMs = 5_000;

export interface FileLock {
  release(): void;
}

/**
 * Takes the lock, or names the live process that has it. The file appears whole (a link), and a lock whose owner died
 * is removed under a guard, so that of several who find it only one takes it over.
 */
export function tryLock(file: string): FileLock | ProcessIdentity {
  const me = identify(process.pid) ?? { pid: process.pid, startedAt: "" };
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, toText(me));
  try {
    for (;;) {
      try {
        linkSync(draft, file);
        return { release: () => rmSync(file, { force: true }) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const owner = readOwner(file);
      if (owner && isSameProcess(owner)) return owner;
      removeDead(file);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

export const isHeld = (lock: FileLock | ProcessIdentity): lock is FileLock => "release" in lock;

interface WaitOptions {
  /** told once, if there is something to wait for */
  onWait?: (owner: ProcessIdentity) => void;
  signal?: AbortSignal;
}

export async function waitForLock(file: string, { onWait, signal }: WaitOptions = {}): Promise<FileLock> {
  let told = false;
  for (;;) {
    signal?.throwIfAborted();
    const lock = tryLock(file);
    if (isHeld(lock)) return lock;
    if (!told) onWait?.(lock);
    told = true;
    await sleep(100);
  }
}

function readOwner(file: string): ProcessIdentity | undefined {
  try {
    return fromText(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Only the holder of the guard removes a dead owner's file, and looks again first: a live owner's is never removed. */
function removeDead(file: string): void {
  const guard = `${file}.takeover`;
  try {
    mkdirSync(guard);
  } catch {
    try {
      if (Date.now() - statSync(guard).mtimeMs > takeoverTimeoutMs) rmdirSync(guard);
    } catch {
      // somebody else removed it: look again
    }
    return;
  }
  try {
    const owner = readOwner(file);
    if (!owner || !isSameProcess(owner)) unlinkSync(file);
  } catch {
    // its owner released it meanwhile: look again
  } finally {
    rmdirSync(guard);
  }
}
