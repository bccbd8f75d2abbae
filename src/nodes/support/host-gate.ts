import { LRUCache } from "lru-cache";

export interface HostGateOptions {
  /** requests that one host may have at a time */
  perHost: number;
  /** requests that a host may have at a time that does not answer */
  perSilentHost: number;
  /** monotonic milliseconds */
  now?: () => number;
}

/** How a visit ended: the host answered, whatever it said; it did not; or nobody waited for it. */
export type VisitEnd = "answered" | "silent" | "abandoned";

export interface Visit {
  leave(end: VisitEnd): void;
}

interface Host {
  /** the visits under way, the oldest first, by when they began */
  visits: Map<Visit, number>;
  /** visits without an answer since the last one with */
  silences: number;
  /** how long a visit takes, the latest counting most */
  visitMs: number;
  /** until when those that were turned away have been told to come back */
  bookedUntil: number;
}

/** So many visits in a row without an answer make a host silent. */
const silencesOfSilent = 5;

/** Hosts that are remembered: those that nobody visits are forgotten first. */
const maximumHosts = 2_000;

/** A host whose visits take less than this, those under way included, is quick. */
const quickMs = 250;

/** The shortest and the longest time that somebody is told to stay away. */
const minimumWaitMs = 100;
const maximumWaitMs = 20_000;

/**
 * Keeps one host from holding every slot of a worker: each may have some of them at a time, and one that has stopped
 * answering very few, until it answers again. Few and not none, because what waits for it must come to its end too:
 * each request is a look whether the host is back.
 *
 * Whoever is turned away is told when to come back, each a little later than the one before, at the pace at which the
 * host gets its visits done: a thousand waiting steps look once each, and not all of them all the time.
 */
export class HostGate {
  readonly #options: HostGateOptions;
  readonly #now: () => number;
  readonly #hosts = new LRUCache<string, Host>({ max: maximumHosts });

  constructor(options: HostGateOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** @returns the visit, or how long to stay away */
  tryEnter(name: string): Visit | { waitMs: number } {
    const host = this.#host(name);
    const places = host.silences >= silencesOfSilent ? this.#options.perSilentHost : this.#options.perHost;
    return host.visits.size < places || this.#isQuick(host) ? this.#enter(host) : { waitMs: this.#book(host, places) };
  }

  /** For who cannot come back, being on the way already. */
  enter(name: string): Visit {
    return this.#enter(this.#host(name));
  }

  #host(name: string): Host {
    const known = this.#hosts.get(name);
    if (known) return known;
    const host: Host = { visits: new Map(), silences: 0, visitMs: 0, bookedUntil: 0 };
    this.#hosts.set(name, host);
    return host;
  }

  /** Whose answers come at once takes no slot from anybody for long; to put steps off would cost more than it gives. */
  #isQuick(host: Host): boolean {
    const [oldest = this.#now()] = host.visits.values();
    return host.silences === 0 && Math.max(host.visitMs, this.#now() - oldest) < quickMs && host.visitMs > 0;
  }

  #enter(host: Host): Visit {
    const enteredAt = this.#now();
    const visit: Visit = {
      leave: (end) => {
        host.visits.delete(visit);
        if (end === "abandoned") return;
        // Whoever comes now need not stand behind those who were told to come late because it was silent.
        if (end === "answered" && host.silences >= silencesOfSilent) host.bookedUntil = 0;
        host.silences = end === "silent" ? host.silences + 1 : 0;
        host.visitMs = host.visitMs * 0.7 + (this.#now() - enteredAt) * 0.3;
      },
    };
    host.visits.set(visit, enteredAt);
    return visit;
  }

  #book(host: Host, places: number): number {
    const now = this.#now();
    // A visit that has not ended yet tells as well how long they take.
    const [oldest = now] = host.visits.values();
    const visitMs = Math.max(1, host.visitMs, now - oldest);
    const turn = Math.max(host.bookedUntil, now) + visitMs / places;
    host.bookedUntil = Math.min(turn, now + maximumWaitMs);
    return Math.max(minimumWaitMs, host.bookedUntil - now);
  }
}
