import type pg from "pg";
import { cpuOfTree } from "./process-cpu";

/** What PostgreSQL has used since it started: CPU seconds (undefined without /proc), and bytes of WAL. */
export interface PostgresUse {
  cpuSeconds: number | undefined;
  walBytes: number;
}

export async function postgresUse(client: pg.Client, postmasterPid: number): Promise<PostgresUse> {
  const { rows } = await client.query<{ bytes: string }>("select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes");
  return { cpuSeconds: cpuOfTree(postmasterPid), walBytes: Number(rows[0]?.bytes) };
}

export function microsecondsPerStep(
  before: number | undefined,
  after: number | undefined,
  steps: number,
): number | undefined {
  return before === undefined || after === undefined ? undefined : Math.round(((after - before) * 1e6) / steps);
}
