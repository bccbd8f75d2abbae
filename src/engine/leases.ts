import { defaultStatementTimeoutMs } from "@/db/client";
import type { Database } from "@/db/types";
import type { ClaimedStep } from "./claim";
import { extendLeases, findLeasesOf, findLostLeases, giveBackLeases, type HeldLease } from "./heartbeat";
import type { EngineLog } from "./log";
import type { EngineMetrics } from "./metrics";
import { StepAborted, type StopSign } from "./step-aborted";

class Held implements HeldLease, StopSign {
  /** left to expire: its result cannot be written, so the try must count as failed */
  abandoned = false;
  #reason: StepAborted | undefined;
  /** made when somebody asks for the signal */
  #controller: AbortController | undefined;

  /** @param validUntil monotonic; before this moment nobody can have reaped the step */
  constructor(
    readonly stepId: bigint,
    readonly claimNumber: bigint,
    public validUntil: number,
  ) {}

  get reason(): StepAborted | undefined {
    return this.#reason;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#reason) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  abort(reason: StepAborted): void {
    this.#reason ??= reason;
    this.#controller?.abort(reason);
  }
}

export interface LeasesOptions {
  db: Database;
  workerId: string;
  leaseMs: number;
  log: EngineLog;
  metrics?: EngineMetrics | undefined;
  /** called when steps went back to the queue */
  onGivenBack(): void;
}

/**
 * The leases that this process holds. A heartbeat every third of a lease extends them, learns which are gone and aborts
 * those executions. When the database cannot be reached, executions are aborted at the end of their lease, measured by
 * the monotonic clock from before the last statement that granted it was sent: never later than the database counts.
 *
 * Leases that carry this worker's id although it does not know them (the answer that granted them was lost) are given
 * back; not before every statement that was under way when they were first seen has been answered, for its answer may
 * be the one that tells of them.
 */
export class Leases {
  readonly #options: LeasesOptions;
  readonly #held = new Map<bigint, Held>();
  readonly #timer: NodeJS.Timeout;
  /** unknown leases by step id, with the number of the last statement sent when each was first seen */
  #suspects = new Map<bigint, { claimNumber: bigint; sent: number }>();
  #sent = 0;
  /** monotonic */
  #lastSentAt = performance.now();
  readonly #unanswered = new Set<number>();
  #beating: Promise<void> | undefined;
  #abortedAll: StepAborted | undefined;
  #expiry: NodeJS.Timeout | undefined;
  /** when the timer fires */
  #expiryAt = 0;
  #stopped = false;

  constructor(options: LeasesOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#beat(), options.leaseMs / 3);
    this.#timer.unref();
  }

  hold(step: ClaimedStep, grantedAt: number): void {
    const validUntil = grantedAt + this.#options.leaseMs;
    const held = new Held(step.id, step.claimNumber, validUntil);
    if (this.#abortedAll) held.abort(this.#abortedAll);
    // The same step, claimed again by this process: nobody could abort the older execution any more.
    this.#held.get(step.id)?.abort(new StepAborted("lease lost"));
    this.#held.set(step.id, held);
    // A grant whose answer was slow ends before leases that were extended meanwhile.
    if (validUntil < this.#expiryAt) this.#unwatchExpiry();
    this.#watchExpiry();
  }

  stopSignOf(step: ClaimedStep): StopSign {
    const held = this.#held.get(step.id);
    return held?.claimNumber === step.claimNumber ? held : lostLease;
  }

  release(step: ClaimedStep): void {
    if (this.#held.get(step.id)?.claimNumber === step.claimNumber) this.#held.delete(step.id);
  }

  /** Neither extends nor gives back a lease any more: it expires, and whoever reaps it counts the try. */
  abandon(step: ClaimedStep): void {
    const held = this.#held.get(step.id);
    if (held?.claimNumber === step.claimNumber) held.abandoned = true;
  }

  /** Aborts everything that is held, and whatever an answer that is under way will grant. */
  abortAll(reason: StepAborted): void {
    this.#abortedAll = reason;
    for (const held of this.#held.values()) held.abort(reason);
  }

  /** Runs a statement that may grant leases; it counts as answered once `statement` has taken note of what it granted. */
  async granting<Result>(statement: () => Promise<Result>): Promise<Result> {
    const number = ++this.#sent;
    this.#lastSentAt = performance.now();
    this.#unanswered.add(number);
    try {
      return await statement();
    } finally {
      this.#unanswered.delete(number);
    }
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#unwatchExpiry();
    this.#stopped = true;
  }

  #beat(): void {
    this.#beating ??= this.#extend()
      .catch((error: unknown) => {
        this.#options.metrics?.heartbeatFailed();
        this.#options.log.warn({ error }, "a heartbeat failed; leases run on");
      })
      .finally(() => {
        this.#beating = undefined;
      });
  }

  /** One timer, for the lease that ends first; leases only grow, so it may fire early, and is then set anew. */
  #watchExpiry(): void {
    if (this.#expiry || this.#stopped) return;
    let first = Number.POSITIVE_INFINITY;
    for (const { reason, validUntil } of this.#held.values()) {
      if (!reason && validUntil < first) first = validUntil;
    }
    if (first === Number.POSITIVE_INFINITY) return;
    this.#expiryAt = first;
    this.#expiry = setTimeout(() => void this.#abortExpired(), Math.max(1, Math.ceil(first - performance.now())));
    this.#expiry.unref();
  }

  #unwatchExpiry(): void {
    clearTimeout(this.#expiry);
    this.#expiry = undefined;
  }

  /**
   * Once more round the event loop first: where something kept this process from looking for a while, an answer that
   * extends leases may have come long ago, and timers fire before answers are read.
   */
  async #abortExpired(): Promise<void> {
    this.#expiry = undefined;
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#stopped) return;
    const now = performance.now();
    for (const held of this.#held.values()) {
      if (held.validUntil <= now) held.abort(new StepAborted("lease lost"));
    }
    this.#watchExpiry();
  }

  async #extend(): Promise<void> {
    const { db, workerId, leaseMs } = this.#options;
    const sentAt = performance.now();
    const held = [...this.#held.values()];
    if (held.length === 0 && this.#suspects.size === 0 && sentAt - this.#lastSentAt > lateGrantMs) return;
    const wanted = held.filter(({ abandoned }) => !abandoned);
    const extended = await extendLeases(db, wanted, leaseMs);
    for (const lease of held) {
      if (extended.has(lease.stepId)) lease.validUntil = Math.max(lease.validUntil, sentAt + leaseMs);
    }
    const lost = new Set((await findLostLeases(db, held)).map(({ stepId }) => stepId));
    for (const lease of held) {
      if (lost.has(lease.stepId)) this.#lose(lease);
    }
    await this.#giveBackUnknown(workerId);
  }

  #lose(lease: Held): void {
    lease.abort(new StepAborted("lease lost"));
    if (lease.abandoned && this.#held.get(lease.stepId) === lease) this.#held.delete(lease.stepId);
  }

  async #giveBackUnknown(workerId: string): Promise<void> {
    const { db, log } = this.#options;
    const unknown = (await findLeasesOf(db, workerId)).filter(
      ({ stepId, claimNumber }) => this.#held.get(stepId)?.claimNumber !== claimNumber,
    );
    const oldestUnanswered = Math.min(...this.#unanswered, Number.POSITIVE_INFINITY);
    const suspects = new Map<bigint, { claimNumber: bigint; sent: number }>();
    const orphans: HeldLease[] = [];
    for (const lease of unknown) {
      const before = this.#suspects.get(lease.stepId);
      const suspect =
        before?.claimNumber === lease.claimNumber ? before : { claimNumber: lease.claimNumber, sent: this.#sent };
      if (suspect === before && oldestUnanswered > suspect.sent) orphans.push(lease);
      else suspects.set(lease.stepId, suspect);
    }
    this.#suspects = suspects;
    const given = await giveBackLeases(db, workerId, orphans);
    if (given === 0) return;
    this.#options.onGivenBack();
    log.warn({ steps: given }, "gave back leases whose grant was never heard of");
  }
}

/** A statement that may grant leases can be executed so long after it was sent, and its answer never come. */
const lateGrantMs = 2 * defaultStatementTimeoutMs;

const lostLease: StopSign = {
  get reason() {
    return new StepAborted("lease lost");
  },
  get signal() {
    return AbortSignal.abort(this.reason);
  },
};
