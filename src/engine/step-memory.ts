import type { ClaimedStep } from "./claim";
import { MemoryBudget, type MemoryShare } from "./memory-budget";
import type { StopSign } from "./step-aborted";

/**
 * Bytes of large values that one runner's executions may hold at once, as text: inputs, requests, answers and results.
 * Whoever needs more than the little that is not counted waits for its turn; its lease is extended meanwhile.
 */
const memoryBudgetBytes = 24 * 1024 * 1024;

/** What each step holds of the budget; most of them never ask. */
export class StepMemory {
  readonly #budget = new MemoryBudget(memoryBudgetBytes);
  readonly #shares = new Map<ClaimedStep, MemoryShare>();

  /** See MemoryShare. */
  reserve(step: ClaimedStep, stop: StopSign, bytes: number): Promise<void> | undefined {
    let share = this.#shares.get(step);
    if (!share) {
      share = this.#budget.share(stop.signal);
      this.#shares.set(step, share);
    }
    return share.reserve(bytes);
  }

  keep(step: ClaimedStep, bytes: number): void {
    this.#shares.get(step)?.keep(bytes);
  }

  release(step: ClaimedStep): void {
    this.#shares.get(step)?.release();
    this.#shares.delete(step);
  }
}
