import { randomUUID } from "node:crypto";
import type pg from "pg";
import { createDatabase } from "@/db/client";
import { claim } from "@/engine/claim";
import { complete } from "@/engine/complete";

export interface Window {
  seconds: number;
  stepsPerSecond: number;
  claimP50: number;
  claimP95: number;
  deadSteps: number;
  vacuums: number;
  queueIndexMiB: number;
}

/** Clients that claim and complete without a pause while a window is open. */
export class Drain {
  readonly #db;
  readonly #clients: number;
  readonly #workerId = randomUUID();

  constructor(url: string, clients: number) {
    this.#clients = clients;
    this.#db = createDatabase(url, { max: clients });
  }

  async window(client: pg.Client, seconds: number): Promise<Window> {
    const end = performance.now() + seconds * 1_000;
    const claims: number[] = [];
    let steps = 0;
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: this.#clients }, async () => {
        while (performance.now() < end) {
          const before = performance.now();
          const claimed = await claim({ db: this.#db }, { workerId: this.#workerId, limit: 50, leaseMs: 60_000 });
          claims.push(performance.now() - before);
          if (claimed.length === 0) return;
          const finished = claimed.map((step) => ({
            step,
            outcome: { kind: "done" as const, output: '{"status":200,"body":null}' },
            delayMs: 0,
            input: null,
            successors: [],
          }));
          await complete({ db: this.#db }, finished, { workerId: this.#workerId, leaseMs: 60_000 });
          steps += claimed.length;
        }
      }),
    );
    const taken = (performance.now() - startedAt) / 1_000;
    claims.sort((one, other) => one - other);
    const at = (share: number): number => claims[Math.floor((claims.length - 1) * share)] ?? 0;
    const { rows } = await client.query<{ dead: string; vacuums: string; size: string }>(`
      select n_dead_tup as dead, autovacuum_count as vacuums,
        pg_relation_size('step_execution_status_next_retry_at_idx') as size
      from pg_stat_user_tables where relname = 'step_execution'`);
    return {
      seconds,
      stepsPerSecond: steps / taken,
      claimP50: at(0.5),
      claimP95: at(0.95),
      deadSteps: Number(rows[0]?.dead),
      vacuums: Number(rows[0]?.vacuums),
      queueIndexMiB: Number(rows[0]?.size) / 2 ** 20,
    };
  }

  async close(): Promise<void> {
    await this.#db.$disconnect();
  }
}
