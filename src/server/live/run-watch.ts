import type { RunTokens, WatchedRuns } from "@/db/run-changes";
import type { EngineLog } from "@/engine/log";

export interface RunWatchOptions {
  /** one look at all that is watched */
  look(watched: WatchedRuns): Promise<RunTokens>;
  log: EngineLog;
  /** the pause between two looks */
  intervalMs?: number;
  /** the pause between two looks at the list, which changes with every run */
  listIntervalMs?: number;
}

/** A run that is not there (any more). */
export const gone = Symbol("gone");

interface Topic {
  /** undefined: not looked at yet */
  token: string | typeof gone | undefined;
  streams: number;
  waiting: Set<() => void>;
}

/** The key under which the newest runs are watched; no run's id. */
const newestKey = "newest";

/** A look that takes long is repeated rarely: the watch never occupies the database for more than a quarter of the time. */
const restFactor = 3;

/**
 * Sees runs change, for any number of open pages: while there is one, one look at the database every now and then tells
 * of all of them what state they are in. Without any it does nothing.
 *
 * It asks instead of being told, so that there is nothing to miss, whoever changed a run, and the engine pays nothing for
 * being watched.
 */
export class RunWatch {
  readonly #options: Required<RunWatchOptions>;
  readonly #topics = new Map<string, Topic>();
  #looking = false;
  #timer: NodeJS.Timeout | undefined;
  #listDueAt = 0;
  #failing = false;
  #stopped = false;

  constructor(options: RunWatchOptions) {
    this.#options = { intervalMs: 400, listIntervalMs: 1_000, ...options };
  }

  /** Tokens of a run: the present one unless it is the one `seen` before, then each new one; the last if several came meanwhile. */
  run(id: string, seen: string | undefined, signal: AbortSignal): AsyncGenerator<string | typeof gone, void> {
    return this.#follow(id, seen, signal);
  }

  /** The same for the list of runs. */
  newest(seen: string | undefined, signal: AbortSignal): AsyncGenerator<string | typeof gone, void> {
    return this.#follow(newestKey, seen, signal);
  }

  /** What is being watched, and whether the database is asked at all. */
  get state(): { topics: number; streams: number; active: boolean } {
    const streams = [...this.#topics.values()].reduce((sum, topic) => sum + topic.streams, 0);
    return { topics: this.#topics.size, streams, active: this.#looking || this.#timer !== undefined };
  }

  /** Whether the process is about to end. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Ends all that follow, now and from now on. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const topic of this.#topics.values()) wake(topic);
  }

  async *#follow(
    key: string,
    seen: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<string | typeof gone, void> {
    const topic = this.#join(key);
    let last: string | typeof gone | undefined = seen;
    try {
      while (!signal.aborted && !this.#stopped) {
        if (topic.token === undefined || topic.token === last) {
          await nextChange(topic, signal);
        } else {
          last = topic.token;
          yield last;
        }
      }
    } finally {
      this.#leave(key, topic);
    }
  }

  #join(key: string): Topic {
    const topic = this.#topics.get(key) ?? { token: undefined, streams: 0, waiting: new Set() };
    topic.streams++;
    this.#topics.set(key, topic);
    if (!this.#looking && this.#timer === undefined && !this.#stopped) void this.#look();
    return topic;
  }

  #leave(key: string, topic: Topic): void {
    topic.streams--;
    if (topic.streams > 0) return;
    this.#topics.delete(key);
    if (this.#topics.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #look(): Promise<void> {
    this.#looking = true;
    const startedAt = performance.now();
    await this.#askAll(startedAt);
    this.#looking = false;
    if (this.#stopped || this.#topics.size === 0) return;
    const pause = Math.max(this.#options.intervalMs, (performance.now() - startedAt) * restFactor);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#look();
    }, pause);
  }

  /** Whoever joins while this is under way is not part of the question, and waits for the next. */
  async #askAll(startedAt: number): Promise<void> {
    const asked = [...this.#topics].filter(([key]) => key !== newestKey);
    const list = this.#listDueAt <= startedAt ? this.#topics.get(newestKey) : undefined;
    if (asked.length === 0 && !list) return;
    try {
      const tokens = await this.#options.look({ runIds: asked.map(([id]) => id), newest: list !== undefined });
      for (const [id, topic] of asked) publish(topic, tokens.runs.get(id) ?? gone);
      if (list && tokens.newest !== null) {
        publish(list, tokens.newest);
        this.#listDueAt = startedAt + this.#options.listIntervalMs;
      }
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.#options.log.warn({ error }, "runs cannot be watched; trying again until they can");
      this.#failing = true;
    }
  }
}

function publish(topic: Topic, token: string | typeof gone): void {
  if (topic.token === token) return;
  topic.token = token;
  wake(topic);
}

function wake(topic: Topic): void {
  for (const proceed of topic.waiting) proceed();
}

function nextChange(topic: Topic, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const proceed = () => {
      topic.waiting.delete(proceed);
      signal.removeEventListener("abort", proceed);
      resolve();
    };
    topic.waiting.add(proceed);
    signal.addEventListener("abort", proceed, { once: true });
  });
}
