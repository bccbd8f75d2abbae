import type { FinishedStep } from "@/engine/complete";

/** What happened in a storm, and what never should. */
export class Tally {
  readonly counts: Record<string, number> = {};
  readonly failures: string[] = [];
  readonly #endings = new Map<bigint, number>();

  count(what: string, times = 1): void {
    this.counts[what] = (this.counts[what] ?? 0) + times;
  }

  failure(what: string, error: unknown): void {
    this.failures.push(`${what}: ${error instanceof Error ? error.message.trim() : String(error)}`);
  }

  accepted({ step, outcome }: FinishedStep): void {
    this.count(`accepted ${outcome.kind}`);
    if (outcome.kind !== "done" && outcome.kind !== "skip") return;
    this.#endings.set(step.id, (this.#endings.get(step.id) ?? 0) + 1);
  }

  /** steps whose success was accepted more than once */
  get endedTwice(): string[] {
    return [...this.#endings].filter(([, times]) => times > 1).map(([id]) => `step ${id} ended twice`);
  }
}
