import { inject } from "vitest";
import { startWorker } from "../../scripts/support/app-processes";
import type { Child } from "../../scripts/support/children";

/** `worker/index.ts` in a process of its own, from the file that the test run has made of it. */
export function startBundledWorker(env: NodeJS.ProcessEnv, flags: string[], onLine: (line: string) => void): Child {
  return startWorker(env, flags, onLine, [inject("programs").worker]);
}
