import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "./server";

export interface QueueGate {
  /** Resolves once so many statements wait for the queue to be opened. */
  waiting(statements: number): Promise<void>;
  /** @returns when, by the database's clock */
  open(): Promise<Date>;
}

/**
 * Holds the queue closed while workers start, so that their start-up is in no figure: their first claims wait for the lock.
 */
export async function closeQueue(url: string): Promise<QueueGate> {
  const client = await connect(url);
  await client.query("begin");
  await client.query("lock table step_execution in access exclusive mode");
  return {
    async waiting(statements) {
      for (;;) {
        const { rows } = await client.query(
          "select from pg_locks where not granted and relation = 'step_execution'::regclass",
        );
        if (rows.length >= statements) return;
        await sleep(20);
      }
    },
    async open() {
      const { rows } = await client.query<{ at: Date }>("select clock_timestamp() as at");
      await client.query("commit");
      await client.end();
      const [row] = rows;
      if (!row) throw new Error("The database does not know what time it is.");
      return row.at;
    },
  };
}
