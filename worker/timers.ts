import type { Database } from "@/db/types";
import type { EngineContext } from "@/engine/context";
import type { EngineLog } from "@/engine/log";
import { type Reaped, reap, reapLimit } from "@/engine/reap";
import { removeSilentWorkers, touchWorker, type WorkerIdentity } from "@/engine/worker-row";

export interface TimersOptions {
  db: Database;
  identity: WorkerIdentity;
  leaseMs: number;
  /** for how long workers have been in touch with the database, when this one starts */
  contactMs?: number | undefined;
  log: EngineLog;
  /** called when steps of workers that are gone are back in the queue */
  onRequeued?(): void;
}

/** Who was silent for longer than this has lost contact: a heartbeat is due every third of a lease. */
const contactGapMs = (leaseMs: number): number => (leaseMs * 2) / 3;

/** A worker that was silent for this long, and for three leases, is gone; its row is removed. */
const silentMs = 5 * 60_000;

/**
 * What a worker does besides executing: it says that it is alive, and looks for steps whose worker is not.
 *
 * It does not reap until there has been contact with the database for one lease, its own or that of the workers whose
 * place it took: whoever lost the database with it deserves that time to come back and extend, or a short outage would
 * discard finished work. The same holds when this process was silent itself, whatever kept it (a statement that hung, a
 * machine that slept): others may have been kept with it. Contact outlives a worker, or nobody would reap where workers
 * die more often than once a lease.
 *
 * Contact that was taken over says little of the time just before this worker started: the database may have been away
 * for nearly a lease, and whoever is back has results to send again. So as long as its own contact is shorter than a
 * lease, it takes nothing from workers that have been seen since.
 */
export class Timers {
  readonly #engine: EngineContext;
  readonly #options: TimersOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #startedAt = performance.now();
  #connectedSince: number;
  /** the last sweep failed, or this process was silent */
  #reconnected = false;
  #running: Promise<void> | undefined;
  #draining = false;

  constructor(engine: EngineContext, options: TimersOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#connectedSince = this.#startedAt - (options.contactMs ?? 0);
    this.#timer = setInterval(() => this.#run(), options.leaseMs / 3);
    this.#timer.unref();
  }

  /** Shows the worker as draining from now on. */
  drain(): void {
    this.#draining = true;
    // A sweep that is under way has said otherwise already.
    void Promise.resolve(this.#running).then(() => this.#run());
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  #run(): void {
    this.#running ??= this.#sweep().finally(() => {
      this.#running = undefined;
    });
  }

  async #sweep(): Promise<void> {
    const { db, identity, leaseMs, log } = this.#options;
    try {
      const gapMs = contactGapMs(leaseMs);
      const goneMs = Math.max(silentMs, 3 * leaseMs);
      const how = { draining: this.#draining, reconnected: this.#reconnected, gapMs, goneMs };
      const { silentForMs, leasesExpired, workersGone } = await touchWorker(db, identity, how);
      if (silentForMs > gapMs) this.#connectedSince = performance.now();
      this.#reconnected = false;
      if (this.#draining || performance.now() - this.#connectedSince < leaseMs) return;
      if (leasesExpired) {
        const reaped = await this.#reapAll();
        if (reaped.requeued + reaped.dead > 0) log.warn(reaped, "took steps from workers whose lease had expired");
      }
      if (workersGone) await removeSilentWorkers(db, goneMs);
    } catch (error) {
      this.#reconnected = true;
      this.#connectedSince = performance.now();
      log.warn({ error }, "the sweep failed; the next one tries again");
    }
  }

  async #reapAll(): Promise<Reaped> {
    const all: Reaped = { requeued: 0, dead: 0, failedRuns: 0 };
    const { leaseMs } = this.#options;
    const spareSeenMs = performance.now() - this.#startedAt < leaseMs ? contactGapMs(leaseMs) : 0;
    for (;;) {
      const { requeued, dead, failedRuns } = await reap(this.#engine, leaseMs, spareSeenMs);
      if (requeued > 0) this.#options.onRequeued?.();
      all.requeued += requeued;
      all.dead += dead;
      all.failedRuns += failedRuns;
      if (requeued + dead < reapLimit) return all;
    }
  }
}
