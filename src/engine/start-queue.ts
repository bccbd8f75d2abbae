import { isAboutContent, isInternal, isLostRace, isUnavailable } from "@/db/errors";
import { insertAndNotify, type StartTarget } from "./insert-and-notify";
import type { InsertedRun, NewRun } from "./insert-runs";

interface Waiting {
  run: NewRun;
  resolve(inserted: InsertedRun | undefined): void;
  reject(error: unknown): void;
}

const maximumBatch = 100;

/** Characters of payloads in one batch; a longer one goes alone. */
const maximumBatchLength = 1_000_000;

/**
 * Group commit for starts: of each workflow one statement is under way at a time, and the runs that are started meanwhile go
 * with the next. No timer: a single start is sent at once. Workflows do not wait for each other: one whose row is locked holds
 * up its own runs only; so does a run whose key is used again while somebody has it locked.
 *
 * A start is answered when its run is committed. What its neighbours are to blame for is not told to a caller: a batch that
 * PostgreSQL refuses for its content, or that lost a deadlock (it locks the runs that have its keys, in the order of the keys, and
 * others lock runs in the order of their ids), was rolled back, and goes in halves. When the database cannot be reached, whoever
 * waits is told at once, not after another time-out for each batch.
 */
export class StartQueue {
  readonly #target: StartTarget;
  readonly #lanes = new Map<string, Waiting[]>();

  constructor(target: StartTarget) {
    this.#target = target;
  }

  /** @returns undefined: the workflow is not active, or has changed */
  add(run: NewRun): Promise<InsertedRun | undefined> {
    return new Promise((resolve, reject) => {
      const lane = this.#lanes.get(run.workflowId);
      if (lane) {
        lane.push({ run, resolve, reject });
        return;
      }
      const begun: Waiting[] = [{ run, resolve, reject }];
      this.#lanes.set(run.workflowId, begun);
      void this.#work(run.workflowId, begun);
    });
  }

  async #work(workflowId: string, lane: Waiting[]): Promise<void> {
    try {
      while (lane.length > 0) await this.#insert(workflowId, takeBatch(lane));
    } catch (error) {
      for (const { reject } of lane) reject(error);
    } finally {
      // In the same turn as the look that found nothing: whoever comes from here on begins anew.
      this.#lanes.delete(workflowId);
    }
  }

  /** @throws what says nothing about the batch, but about the database: told to the batch already */
  async #insert(workflowId: string, batch: readonly Waiting[]): Promise<void> {
    let inserted: (InsertedRun | undefined)[];
    try {
      const runs = batch.map(({ run }) => run);
      inserted = await insertAndNotify(this.#target, workflowId, runs);
    } catch (error) {
      if (batch.length > 1 && isRolledBack(error)) return this.#insertHalves(workflowId, batch);
      for (const { reject } of batch) reject(error);
      if (isUnavailable(error)) throw error;
      return;
    }
    batch.forEach(({ resolve }, position) => {
      resolve(inserted[position]);
    });
  }

  async #insertHalves(workflowId: string, batch: readonly Waiting[]): Promise<void> {
    const middle = batch.length >> 1;
    const second = batch.slice(middle);
    try {
      await this.#insert(workflowId, batch.slice(0, middle));
    } catch (error) {
      for (const { reject } of second) reject(error);
      throw error;
    }
    await this.#insert(workflowId, second);
  }
}

/** PostgreSQL has refused the statement; another one may be accepted. */
function isRolledBack(error: unknown): boolean {
  return isAboutContent(error) || isInternal(error) || isLostRace(error);
}

/** Takes those from the front that go together: at least the first; of each idempotency key one, the others wait. */
function takeBatch(lane: Waiting[]): Waiting[] {
  const batch: Waiting[] = [];
  const left: Waiting[] = [];
  const keys = new Set<string>();
  let length = 0;
  for (const waiting of lane) {
    const { input, idempotencyKey } = waiting.run;
    const fits = batch.length === 0 || (batch.length < maximumBatch && length + input.length <= maximumBatchLength);
    if (!fits || (idempotencyKey !== null && keys.has(idempotencyKey))) {
      left.push(waiting);
      continue;
    }
    batch.push(waiting);
    length += input.length;
    if (idempotencyKey !== null) keys.add(idempotencyKey);
  }
  lane.length = 0;
  for (const waiting of left) lane.push(waiting);
  return batch;
}
