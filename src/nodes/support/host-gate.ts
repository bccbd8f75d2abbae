import { LRUCache } from "lru-cache";

export interface HostGateOptions {
  /** requests that one host may have at a time */
  perHost: number;
  /** requests that a host may have at a time that does not answer */
  perSilentHost: number;
}

/** How a visit ended: the host answered, whatever it said; it did not; or nobody waited for it. */
export type VisitEnd = "answered" | "silent" | "abandoned";

export interface Visit {
  leave(end: VisitEnd): void;
}

interface Host {
  /** the visits under way, the oldest first, by when they began */
  visits: Map<Visit, number>;
  /** who waits for the end of one of them, the first to come first; each is told the visit, or that there is none */
  line: Set<(visit: Visit | undefined) => void>;
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

/** A host whose visits take less than this, those under way included, is quick. Nobody stands in its line for longer. */
const quickMs = 250;

/** The shortest and the longest time that somebody is told to stay away. */
const minimumWaitMs = 100;
const maximumWaitMs = 20_000;

/**
 * Keeps one host from holding every slot of a worker: each may have some of them at a time, and one that has stopped
 * answering very few, until it answers again. Few and not none, because what waits for it must come to its end too:
 * each request is a look whether the host is back.
 *
 * Whoever comes to a full host that is quick stands in its line for a moment: its slot is free again in 250 ms at the
 * latest, whatever becomes of the host meanwhile, and to send it away would cost more than that.
 *
 * Everybody else is told when to come back, each a little later than the one before, at the pace at which the host gets
 * its visits done: a thousand waiting steps look once each, and not all of them all the time.
 */
export class HostGate {
  readonly #options: HostGateOptions;
  readonly #hosts = new LRUCache<string, Host>({ max: maximumHosts });

  constructor(options: HostGateOptions) {
    this.#options = options;
  }

  /** @returns the visit, perhaps after a moment, or how long to stay away */
  async tryEnter(name: string): Promise<Visit | { waitMs: number }> {
    const host = this.#host(name);
    if (this.#hasPlace(host)) return this.#enter(host);
    // A line as long as the host has places is done with in two turns; a longer one would only hold slots.
    const standsInLine = this.#isQuick(host) && host.line.size < this.#options.perHost;
    const visit = standsInLine ? await this.#standInLine(host) : undefined;
    return visit ?? { waitMs: this.#book(host) };
  }

  /** For who cannot come back, being on the way already. */
  enter(name: string): Visit {
    return this.#enter(this.#host(name));
  }

  #host(name: string): Host {
    const known = this.#hosts.get(name);
    if (known) return known;
    const host: Host = { visits: new Map(), line: new Set(), silences: 0, visitMs: 0, bookedUntil: 0 };
    this.#hosts.set(name, host);
    return host;
  }

  #hasPlace(host: Host): boolean {
    return host.visits.size < this.#places(host);
  }

  #places({ silences }: Host): number {
    return silences >= silencesOfSilent ? this.#options.perSilentHost : this.#options.perHost;
  }

  #isQuick(host: Host): boolean {
    const now = performance.now();
    const [oldest = now] = host.visits.values();
    return host.silences === 0 && Math.max(host.visitMs, now - oldest) < quickMs && host.visitMs > 0;
  }

  #standInLine(host: Host): Promise<Visit | undefined> {
    return new Promise((resolve) => {
      const giveUp = setTimeout(() => take(undefined), quickMs);
      const take = (visit: Visit | undefined) => {
        clearTimeout(giveUp);
        host.line.delete(take);
        resolve(visit);
      };
      host.line.add(take);
    });
  }

  /** Within the leaving itself: whoever comes a moment later must not find a place that somebody in the line waits for. */
  #callNext(host: Host): void {
    for (const take of host.line) {
      if (host.silences > 0) take(undefined);
      else if (this.#hasPlace(host)) take(this.#enter(host));
    }
  }

  #enter(host: Host): Visit {
    const enteredAt = performance.now();
    const visit: Visit = {
      leave: (end) => {
        host.visits.delete(visit);
        if (end !== "abandoned") this.#learn(host, end, performance.now() - enteredAt);
        this.#callNext(host);
      },
    };
    host.visits.set(visit, enteredAt);
    return visit;
  }

  #learn(host: Host, end: VisitEnd, tookMs: number): void {
    // Whoever comes now need not stand behind those who were told to come late because it was silent.
    if (end === "answered" && host.silences >= silencesOfSilent) host.bookedUntil = 0;
    host.silences = end === "silent" ? host.silences + 1 : 0;
    host.visitMs = host.visitMs * 0.7 + tookMs * 0.3;
  }

  #book(host: Host): number {
    const now = performance.now();
    // A visit that has not ended yet tells as well how long they take.
    const [oldest = now] = host.visits.values();
    const visitMs = Math.max(1, host.visitMs, now - oldest);
    const turn = Math.max(host.bookedUntil, now) + visitMs / this.#places(host);
    host.bookedUntil = Math.min(turn, now + maximumWaitMs);
    return Math.max(minimumWaitMs, host.bookedUntil - now);
  }
}
