/** What one execution may hold of a budget. */
export interface MemoryShare {
  /**
   * Takes `bytes` more. Undefined: they were there to be had; otherwise they are had once the promise resolves.
   *
   * @throws (rejects with) the signal's reason when it fires first
   */
  reserve(bytes: number): Promise<void> | undefined;
  /** Gives back what is held beyond `bytes`. */
  keep(bytes: number): void;
  /** Gives back everything, for good. */
  release(): void;
}

interface Share {
  held: number;
  waiting: { bytes: number; onGranted?: () => void } | undefined;
}

/**
 * How many bytes of large values a process may hold at once, shared out in turn.
 *
 * - Who began to take first is served first, and nobody passes who waits: large and small alike come to their turn.
 * - What is held never exceeds the limit, but for the share of the oldest holder: when every holder waits for more, the
 *   oldest gets it anyway. So nobody waits for ever, however much it takes, and at most one share lies above the limit.
 */
export class MemoryBudget {
  readonly #limit: number;
  /** those that hold or wait, in the order in which they began */
  readonly #shares = new Set<Share>();
  #held = 0;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  get heldBytes(): number {
    return this.#held;
  }

  /** A share for one execution; `signal` ends its waiting. */
  share(signal: AbortSignal): MemoryShare {
    const share: Share = { held: 0, waiting: undefined };
    return {
      reserve: (bytes) => this.#reserve(share, bytes, signal),
      keep: (bytes) => this.#keep(share, bytes),
      release: () => this.#leave(share),
    };
  }

  #reserve(share: Share, bytes: number, signal: AbortSignal): Promise<void> | undefined {
    if (signal.aborted) return Promise.reject(signal.reason);
    const waiting: Share["waiting"] = { bytes };
    share.waiting = waiting;
    this.#shares.add(share);
    this.#grant();
    if (share.waiting !== waiting) return undefined;
    return new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        share.waiting = undefined;
        if (share.held === 0) this.#shares.delete(share);
        this.#grant();
        reject(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      waiting.onGranted = () => {
        signal.removeEventListener("abort", onAbort);
        resolve();
      };
    });
  }

  #leave(share: Share): void {
    this.#held -= share.held;
    share.held = 0;
    this.#shares.delete(share);
    this.#grant();
  }

  #keep(share: Share, bytes: number): void {
    const given = Math.max(0, share.held - bytes);
    share.held -= given;
    this.#held -= given;
    this.#grant();
  }

  #grant(): void {
    for (const share of this.#shares) {
      const { waiting } = share;
      if (!waiting) continue;
      if (this.#held + waiting.bytes > this.#limit && !this.#everyHolderWaits()) return;
      share.waiting = undefined;
      share.held += waiting.bytes;
      this.#held += waiting.bytes;
      waiting.onGranted?.();
    }
  }

  #everyHolderWaits(): boolean {
    return [...this.#shares].every(({ held, waiting }) => held === 0 || waiting !== undefined);
  }
}
