import { claim } from "@/engine/claim";
import type { EngineContext } from "@/engine/context";
import type { EngineLog } from "@/engine/log";
import { nextDueMs } from "@/engine/next-due";
import type { StepRunner } from "@/engine/runner";

export interface ClaimLoopOptions {
  workerId: string;
  batchSize: number;
  pollIntervalMs: number;
  leaseMs: number;
  log: EngineLog;
}

/**
 * Claims whenever there is room and something may be due: after a notice, when room comes while there was more to claim,
 * at the next due time, and at least every poll interval. There is room while a slot is free and no more than one batch
 * of results waits to be written: then one batch is claimed while another is written.
 *
 * A notice that comes during a claim, or while there is no room, is not lost: it sets a flag, and the loop claims again.
 */
export class ClaimLoop {
  readonly #engine: EngineContext;
  readonly #runner: StepRunner;
  readonly #options: ClaimLoopOptions;
  #mayBeMore = true;
  #stopped = false;
  #wakeUp: (() => void) | undefined;
  #failures = 0;
  /** claims since the last one that got something, although something was due */
  #inVain = 0;

  constructor(engine: EngineContext, runner: StepRunner, options: ClaimLoopOptions) {
    this.#engine = engine;
    this.#runner = runner;
    this.#options = options;
  }

  /** Something may have become due. */
  readonly wake = (): void => {
    this.#mayBeMore = true;
    this.#wakeUp?.();
  };

  /** There may be room again. */
  readonly slotFree = (): void => {
    if (this.#mayBeMore) this.#wakeUp?.();
  };

  stop(): void {
    this.#stopped = true;
    this.#wakeUp?.();
  }

  /** Runs until `stop`. */
  async run(): Promise<void> {
    while (!this.#stopped) {
      const room = this.#room();
      if (room > 0 && this.#mayBeMore) await this.#claim(room);
      else await this.#sleep(room > 0 ? await this.#untilDue() : this.#options.pollIntervalMs);
    }
  }

  /** Claims and executes until nothing is due. */
  async runOnce(): Promise<void> {
    while (!this.#stopped) {
      const claimed = await this.#claim(this.#room());
      await this.#runner.idle();
      if (claimed === 0 && this.#failures === 0) return;
    }
  }

  /** How many steps may be claimed now. */
  #room(): number {
    const { batchSize } = this.#options;
    return this.#runner.unwritten > batchSize ? 0 : Math.min(this.#runner.slots.claimable, batchSize);
  }

  async #claim(limit: number): Promise<number> {
    const { workerId, leaseMs, log } = this.#options;
    this.#mayBeMore = false;
    const sentAt = performance.now();
    try {
      const claimed = await this.#runner.leases.granting(async () => {
        const steps = await claim(this.#engine, { workerId, limit, leaseMs });
        this.#runner.run(steps, sentAt);
        return steps.length;
      });
      if (claimed === limit) this.#mayBeMore = true;
      if (claimed > 0) this.#inVain = 0;
      if (this.#failures > 0) log.info({}, "the database is back");
      this.#failures = 0;
      return claimed;
    } catch (error) {
      if (this.#failures++ === 0) log.warn({ error }, "claiming failed; trying again until it works");
      this.#mayBeMore = true;
      await this.#sleep(Math.min(this.#options.pollIntervalMs, 100 * 2 ** Math.min(this.#failures, 10)));
      return 0;
    }
  }

  async #untilDue(): Promise<number> {
    const { pollIntervalMs } = this.#options;
    try {
      const dueMs = (await nextDueMs(this.#engine)) ?? pollIntervalMs;
      if (dueMs > 0) {
        this.#inVain = 0;
        return Math.min(pollIntervalMs, Math.ceil(dueMs));
      }
      // Due, and yet the claim has passed over it: somebody has it locked, and looking at once will not help.
      return Math.min(pollIntervalMs, 5 * 2 ** Math.min(this.#inVain++, 20));
    } catch {
      return pollIntervalMs;
    }
  }

  /** Sleeps, unless a notice came meanwhile; claims afterwards whatever woke it. */
  async #sleep(milliseconds: number): Promise<void> {
    if (this.#stopped || (this.#mayBeMore && this.#room() > 0 && this.#failures === 0)) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(1, milliseconds));
      this.#wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wakeUp = undefined;
    this.#mayBeMore = true;
  }
}
