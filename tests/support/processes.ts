import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** The living processes that were started, however indirectly, with this entry in their environment. */
export function processesWith(entry: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => {
      if (!(pid > 0)) return false;
      try {
        const state = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.[0];
        return state !== "Z" && readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(entry);
      } catch {
        return false;
      }
    });
}

/** Waits until none of them is left, and returns those that are left when the time is up. */
export async function waitUntilGone(entry: string, timeoutMs: number): Promise<number[]> {
  const deadline = Date.now() + timeoutMs;
  while (processesWith(entry).length > 0 && Date.now() < deadline) await sleep(50);
  return processesWith(entry);
}
