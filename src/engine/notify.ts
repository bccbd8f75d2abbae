import pg from "pg";
import { Prisma } from "@/generated/prisma/client";
import type { EngineLog } from "./log";
import type { Wake } from "./wake";

const channel = "workflow_engine_wake";

/** The first notice is sent at once; those that come within this time after it make one more, at its end. */
const coalesceMs = 5;

/** The notice as an expression for a statement that carries it: sent with its commit, once. */
export const noticeInStatement = Prisma.sql`(SELECT pg_notify('${Prisma.raw(channel)}', '')::text)`;

/** After a statement that carried a notice none does for so many times as long as it took. */
const carryingPause = 4;

const pingMs = 20_000;
const pingTimeoutMs = 5_000;
const longestPauseMs = 5_000;

/**
 * Wake-ups over LISTEN/NOTIFY, on one connection of its own: a notice has no payload and only says "look". Its own commit need
 * not be durable: a notice that is lost costs a poll interval.
 *
 * Commits that carry a notice wait for each other, so as a rule none of the engine's does. A statement of a quiet process may,
 * for its run is picked up sooner by what a statement of its own would take. One of a process at a time, and at most a
 * fifth of the time: where others' notices, or the disk, make it wait, the pause grows with it.
 *
 * The connection is checked regularly and made again when it breaks, silently too; each reconnection counts as a notice,
 * for one may have been missed. While it is away, workers poll.
 */
export class WakeChannel implements Wake {
  readonly #url: string;
  readonly #log: EngineLog;
  readonly #listens: boolean;
  readonly #listeners = new Set<() => void>();
  #client: pg.Client | undefined;
  /** a notice is to be sent */
  #scheduled = false;
  #notifyTimer: NodeJS.Timeout | undefined;
  #sentAt = Number.NEGATIVE_INFINITY;
  #pingTimer: NodeJS.Timeout | undefined;
  #reconnectTimer: NodeJS.Timeout | undefined;
  /** monotonic: no statement is to carry a notice before this */
  #carryAgainAt = 0;
  #notifying = false;
  #notifyAgain = false;
  #failures = 0;
  #closed = false;

  /**
   * @param url a direct connection: LISTEN does not work through a transaction pooler
   * @param listens false: it only tells. Each notice wakes all who listen, and whoever told it himself has better things to do
   */
  constructor(url: string, log: EngineLog, { listens = true }: { listens?: boolean } = {}) {
    this.#url = url;
    this.#log = log;
    this.#listens = listens;
  }

  /** Starts to connect; resolves after the first try, whether it succeeded or not. */
  async start(): Promise<void> {
    await this.#connect();
  }

  get connected(): boolean {
    return this.#client !== undefined;
  }

  notify(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    const pauseMs = this.#sentAt + coalesceMs - performance.now();
    // Not in this turn: whoever starts several runs in one turn sends one notice.
    if (pauseMs <= 0) setImmediate(() => this.#sendScheduled());
    else this.#notifyTimer = setTimeout(() => this.#sendScheduled(), pauseMs);
  }

  carry(): (() => void) | undefined {
    const began = performance.now();
    if (this.#closed || this.#scheduled || began < this.#carryAgainAt) return undefined;
    this.#carryAgainAt = Number.POSITIVE_INFINITY;
    return () => {
      const now = performance.now();
      this.#carryAgainAt = now + (now - began) * carryingPause;
    };
  }

  #sendScheduled(): void {
    if (!this.#scheduled) return;
    this.#scheduled = false;
    this.#sentAt = performance.now();
    if (this.#notifying) this.#notifyAgain = true;
    else void this.#send();
  }

  /** One notice under way at a time; what comes meanwhile makes one more. */
  async #send(): Promise<void> {
    this.#notifying = true;
    do {
      this.#notifyAgain = false;
      await this.#client?.query(`NOTIFY ${channel}`).catch(() => undefined);
    } while (this.#notifyAgain);
    this.#notifying = false;
  }

  /** @returns how to stop listening */
  onWake(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#reconnectTimer);
    clearInterval(this.#pingTimer);
    clearTimeout(this.#notifyTimer);
    if (this.#scheduled) {
      this.#scheduled = false;
      await this.#send();
    }
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      application_name: "workflow-engine-wake",
    });
    client.on("error", () => this.#lost(client));
    client.on("end", () => this.#lost(client));
    let pid: number | undefined;
    // Whoever sends a notice tells its own process without this detour.
    client.on("notification", ({ processId }) => {
      if (processId !== pid) this.#wake();
    });
    try {
      await client.connect();
      await client.query("SET synchronous_commit = off");
      pid = (await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;
      if (this.#listens) await client.query(`LISTEN ${channel}`);
    } catch (error) {
      client.end().catch(() => undefined);
      this.#retry(error);
      return;
    }
    if (this.#closed) {
      await client.end().catch(() => undefined);
      return;
    }
    this.#client = client;
    this.#failures = 0;
    this.#pingTimer = setInterval(() => void this.#ping(client), pingMs);
    this.#pingTimer.unref();
    this.#wake();
  }

  /** A connection can die without a word (a pulled cable, a silent proxy): an answer that does not come says so. */
  async #ping(client: pg.Client): Promise<void> {
    const timeout = setTimeout(() => this.#lost(client), pingTimeoutMs);
    await client.query("SELECT 1").catch(() => this.#lost(client));
    clearTimeout(timeout);
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    clearInterval(this.#pingTimer);
    client.end().catch(() => undefined);
    this.#retry(undefined);
  }

  #retry(error: unknown): void {
    if (this.#closed) return;
    if (this.#failures === 0) this.#log.warn({ error }, "the wake-up connection is away; polling until it is back");
    const pause = Math.min(250 * 2 ** this.#failures++, longestPauseMs);
    this.#reconnectTimer = setTimeout(() => void this.#connect(), pause);
    this.#reconnectTimer.unref();
  }

  #wake(): void {
    for (const listener of this.#listeners) listener();
  }
}
