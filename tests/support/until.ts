import { setTimeout as pause } from "node:timers/promises";

/**
 * Looks until there is something to see, and returns it. The bound only keeps a test that would never end from hanging;
 * it promises nothing about speed.
 */
export async function until<Value>(
  what: string,
  look: () => Value | undefined | false | null | Promise<Value | undefined | false | null>,
  withinMs = 30_000,
): Promise<Value> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false && seen !== null) return seen;
    if (performance.now() > deadline) throw new Error(`Waited ${withinMs} ms in vain: ${what}.`);
    await pause(10);
  }
}
