import { type TrackedEnvelope, tracked } from "@trpc/server";
import type { RunOverview } from "@/contracts/run-view";
import { AppError, notFound } from "@/core/errors";
import { readRunTokens } from "@/db/run-changes";
import type { Database } from "@/db/types";
import type { EngineLog } from "@/engine/log";
import type { RowContext } from "@/services/context";
import { requireUuid } from "@/services/ids";
import { getRunOverview } from "@/services/runs/overview";
import { toAppError } from "../to-app-error";
import { toTrpcError } from "../to-trpc-error";
import { gone, RunWatch } from "./run-watch";
import { SharedReads } from "./shared-reads";

/** Where a stream goes on, and when it ends. */
export interface StreamOptions {
  lastEventId?: string | null | undefined;
  signal: AbortSignal | undefined;
}

/** What open pages are told of changes; one a process. */
export class LiveFeed {
  readonly watch: RunWatch;
  readonly #reads = new SharedReads<RunOverview>();

  constructor({ db, log }: { db: Database; log: EngineLog }) {
    this.watch = new RunWatch({ look: (watched) => readRunTokens(db, watched), log });
  }

  /**
   * A run without its payloads, now and after each change, under a token of its state. Changes that follow each other fast are told as one. A
   * client that comes back with the last token it saw hears nothing if nothing changed.
   */
  run(context: RowContext, id: string, options: StreamOptions): AsyncGenerator<TrackedEnvelope<RunOverview>, void> {
    return this.#stream(options, (seen, signal) => this.#runEvents(context, id, seen, signal));
  }

  /** Says that something in the list of runs has changed, about once a second at most; what, is for the list's query. */
  runs(options: StreamOptions): AsyncGenerator<TrackedEnvelope<null>, void> {
    return this.#stream(options, (seen, signal) => this.#listEvents(seen, signal));
  }

  async *#runEvents(context: RowContext, id: string, seen: string | undefined, signal: AbortSignal) {
    const runId = requireUuid("run", id);
    for await (const token of this.watch.run(runId, seen, signal)) {
      if (token === gone) throw notFound("run", id);
      yield tracked(token, await this.#reads.read(`${runId} ${token}`, () => getRunOverview(context, { id: runId })));
    }
  }

  async *#listEvents(seen: string | undefined, signal: AbortSignal) {
    for await (const token of this.watch.newest(seen, signal)) {
      if (token !== gone) yield tracked(token, null);
    }
  }

  /**
   * A stream that ends by itself tells its client that there is nothing more to come; one that fails as `unavailable` is
   * asked for again. So a process that stops lets its streams fail.
   */
  async *#stream<Event>(
    { lastEventId, signal = new AbortController().signal }: StreamOptions,
    open: (seen: string | undefined, signal: AbortSignal) => AsyncGenerator<Event, void>,
  ): AsyncGenerator<Event, void> {
    try {
      yield* open(lastEventId ?? undefined, signal);
      if (this.watch.stopped && !signal.aborted) {
        throw new AppError("unavailable", "This server is stopping. Ask again shortly.");
      }
    } catch (error) {
      throw toTrpcError(toAppError(error));
    }
  }
}
