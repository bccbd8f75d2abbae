import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "@/db/types";
import type { EngineLog } from "@/engine/log";
import { pruneAbandonedVersions, pruneLimit, pruneRuns } from "@/engine/prune";

export interface RetentionOptions {
  db: Database;
  /** finished runs are kept for so long; 0: for ever */
  days: number;
  log: EngineLog;
  /** between two sweeps, and before the first at most */
  intervalMs?: number;
  /** between two batches, so that the database does other things too */
  restMs?: number;
}

const dayMs = 24 * 3_600_000;
const defaultIntervalMs = 10 * 60_000;
const defaultRestMs = 100;

/**
 * Removes old runs now and then. Every worker has one of these; whoever finds another one at it leaves it to that. The first
 * sweep comes at a random time, so that workers that are started together do not all look at once.
 */
export class Retention {
  readonly #options: RetentionOptions;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  constructor(options: RetentionOptions) {
    this.#options = options;
    this.#running = options.days === 0 ? Promise.resolve() : this.#run();
  }

  /** Lets the batch that is under way end. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { intervalMs = defaultIntervalMs } = this.#options;
    await this.#rest(Math.random() * intervalMs);
    while (!this.#stop.signal.aborted) {
      await this.#sweep();
      await this.#rest(intervalMs);
    }
  }

  async #sweep(): Promise<void> {
    const { db, days, log, restMs = defaultRestMs } = this.#options;
    let removed = 0;
    try {
      for (;;) {
        const { locked, runs } = await pruneRuns(db, days * dayMs);
        removed += runs;
        if (!locked || runs < pruneLimit || this.#stop.signal.aborted) break;
        await this.#rest(restMs);
      }
      await pruneAbandonedVersions(db);
    } catch (error) {
      log.warn({ error }, "old runs could not be removed; the next sweep tries again");
    }
    if (removed > 0) log.info({ removed, retention_days: days }, "removed runs that were finished long ago");
  }

  async #rest(ms: number): Promise<void> {
    // Aborted: the loop ends by itself.
    await pause(ms, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined);
  }
}
