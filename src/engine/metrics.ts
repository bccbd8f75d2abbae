import type { Outcome } from "@/core/executor";
import type { RunStatus } from "@/core/state";

/** How one try at a step ended, once it is written. */
export interface EndedTry {
  nodeType: string;
  /** `retry` only while attempts are left; the last one that fails is `dead` */
  outcome: Outcome["kind"];
  /** why it did not succeed */
  errorCode: string | undefined;
  /** executed with its predecessor, without a claim of its own */
  inline: boolean;
}

/**
 * Told what the engine does in this process, for whoever counts it. Every call is synchronous, cheap and never throws:
 * it stands in the path of every step. An engine without it counts nothing.
 */
export interface EngineMetrics {
  /** one claim was answered with this many steps, none included */
  claimed(steps: number): void;
  /** an executor ran this long, whatever came of it */
  executed(nodeType: string, seconds: number): void;
  tryEnded(ended: EndedTry): void;
  /** a result came too late, or had been written before */
  resultRefused(): void;
  /** leases had expired: so many tries count as failed, with their worker lost */
  workerLost(tries: number): void;
  runStarted(triggerType: string): void;
  runsFinished(status: RunStatus, runs: number): void;
  heartbeatFailed(): void;
}
