import type { Database } from "@/db/types";
import type { Fleet, LabWorker } from "./fleet";

interface Interrupted {
  stepId: string;
  killedAt: string;
}

/** Measures how long the steps of killed workers wait until somebody goes on with them, by the database's clock. */
export class Takeover {
  readonly #db: Database;
  readonly #interrupted: Interrupted[] = [];
  kills = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  async kill(fleet: Fleet, worker: LabWorker): Promise<void> {
    await fleet.kill(worker);
    this.kills++;
    const rows = await this.#db.$queryRaw<Interrupted[]>`
      SELECT id::text AS "stepId", clock_timestamp()::text AS "killedAt" FROM step_execution
      WHERE status = 'running' AND locked_by = ${worker.id}::uuid`;
    this.#interrupted.push(...rows);
  }

  /** Ask once recorded transitions are complete. */
  async figures(): Promise<Record<string, number>> {
    const waits = await this.#db.$queryRaw<{ ms: number }[]>`
      SELECT (extract(epoch FROM continued.at - killed.at) * 1000)::float8 AS ms
      FROM unnest(${this.#interrupted.map(({ stepId }) => stepId)}::text[], ${this.#interrupted.map(({ killedAt }) => killedAt)}::timestamptz[])
        AS killed(step_id, at)
      CROSS JOIN LATERAL (
        SELECT min(transition.at) AS at FROM transition
        WHERE kind = 'step_execution' AND row_id = killed.step_id AND new = 'running' AND transition.at > killed.at
      ) AS continued
      WHERE continued.at IS NOT NULL`;
    const sorted = waits.map(({ ms }) => ms).sort((left, right) => left - right);
    return {
      kills: this.kills,
      interrupted_steps: this.#interrupted.length,
      continued_after_p50_ms: Math.round(quantile(sorted, 0.5)),
      continued_after_p95_ms: Math.round(quantile(sorted, 0.95)),
      continued_after_max_ms: Math.round(sorted.at(-1) ?? 0),
    };
  }
}

/** @param sorted ascending */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
