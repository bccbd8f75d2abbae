import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import pg from "pg";
import type { Answer, Operation, OperationResult, Request } from "../race/operations";

/** What an operation answered, or the error that it threw. */
export type Settled<Kind extends Operation["kind"]> =
  | { ok: true; value: OperationResult<Kind> }
  | { ok: false; message: string };

/**
 * Processes of their own, each with its own connection, that run one operation of the engine at the same moment.
 *
 * `race` lets them go together: each waits for an advisory lock that the test holds, and the test lets go once all are
 * seen waiting. `queueUp` makes the worst case certain: the test holds a run's row, lets the operations come to a halt
 * behind it one after the other, each with a snapshot of the world before, and then lets them through in that order.
 */
export class Contenders {
  readonly #children: ChildProcess[];
  readonly #barrier: pg.Client;
  readonly #gate: pg.Client;
  readonly #observer: pg.Client;
  #requests = 0;

  private constructor(children: ChildProcess[], clients: [pg.Client, pg.Client, pg.Client]) {
    this.#children = children;
    [this.#barrier, this.#gate, this.#observer] = clients;
  }

  /** @param program `tests/race/contender.ts` as one file, which starts quickly */
  static async start(url: string, count: number, program: string): Promise<Contenders> {
    const options: ForkOptions = { execArgv: [], serialization: "advanced" };
    const children = Array.from({ length: count }, () => fork(program, [url], options));
    const client = () => new pg.Client({ connectionString: url });
    const contenders = new Contenders(children, [client(), client(), client()]);
    await Promise.all([
      ...[contenders.#barrier, contenders.#gate, contenders.#observer].map((connection) => connection.connect()),
      ...children.map((child) => new Promise((resolve) => child.once("message", resolve))),
    ]);
    return contenders;
  }

  async close(): Promise<void> {
    for (const child of this.#children) child.kill("SIGKILL");
    await Promise.all([this.#barrier.end(), this.#gate.end(), this.#observer.end()]);
  }

  /** Runs one operation a process, all let go at the same moment. */
  async race<Kind extends Operation["kind"]>(
    operations: readonly Extract<Operation, { kind: Kind }>[],
  ): Promise<Settled<Kind>[]> {
    await this.#barrier.query("SELECT pg_advisory_lock(1)");
    const answers = operations.map((operation, index) => this.#send(index, operation, true));
    await this.#waiting(
      operations.length,
      `SELECT count(*)::int AS waiting FROM pg_locks
       WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    await this.#barrier.query("SELECT pg_advisory_unlock(1)");
    return (await Promise.all(answers)) as Settled<Kind>[];
  }

  /** Runs one operation a process, queued behind the run's locked row in the given order, then let through. */
  async queueUp<Kind extends Operation["kind"]>(
    runId: string,
    operations: readonly Extract<Operation, { kind: Kind }>[],
    whileTheyWait?: () => Promise<unknown>,
  ): Promise<Settled<Kind>[]> {
    await this.#gate.query("BEGIN");
    await this.#gate.query("SELECT FROM run WHERE id = $1 FOR NO KEY UPDATE", [runId]);
    const answers: Promise<Settled<Operation["kind"]>>[] = [];
    for (const [index, operation] of operations.entries()) {
      answers.push(this.#send(index, operation, false));
      await this.#waiting(
        index + 1,
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE application_name = 'contender' AND wait_event_type = 'Lock' AND datname = current_database()`,
      );
    }
    await whileTheyWait?.();
    await this.#gate.query("COMMIT");
    return (await Promise.all(answers)) as Settled<Kind>[];
  }

  /** Looks, without a pause, until so many contenders are seen waiting. */
  async #waiting(count: number, query: string): Promise<void> {
    const deadline = performance.now() + 20_000;
    for (;;) {
      const { rows } = await this.#observer.query<{ waiting: number }>(query);
      if (rows[0]?.waiting === count) return;
      if (performance.now() > deadline) throw new Error(`${rows[0]?.waiting} contenders wait, not ${count}.`);
    }
  }

  #send(index: number, operation: Operation, atBarrier: boolean): Promise<Settled<Operation["kind"]>> {
    const child = this.#children[index];
    if (!child) throw new Error(`There are ${this.#children.length} contenders, and no number ${index}.`);
    const request: Request = { id: ++this.#requests, operation, atBarrier };
    return new Promise((resolve) => {
      const listen = (answer: Answer): void => {
        if (answer.id !== request.id) return;
        child.off("message", listen);
        resolve(answer.settled as Settled<Operation["kind"]>);
      };
      child.on("message", listen);
      child.send(request);
    });
  }
}

/** The values of operations that all must succeed. */
export function valuesOf<Kind extends Operation["kind"]>(settled: readonly Settled<Kind>[]): OperationResult<Kind>[] {
  return settled.map((one) => {
    if (!one.ok) throw new Error(`A contender failed: ${one.message}`);
    return one.value;
  });
}
