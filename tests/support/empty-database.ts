import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

export interface EmptyDatabase {
  url: string;
  /** how many connections of others it has */
  connections(): Promise<number>;
  drop(): Promise<void>;
}

/** A database without a single table, as `createdb` leaves it. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const adminUrl = inject("adminUrl");
  const name = `empty_${randomUUID().replaceAll("-", "")}`;
  await query(adminUrl, `create database ${name} template template0`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async connections() {
      const rows = await query(adminUrl, `select pid from pg_stat_activity where datname = '${name}'`);
      return rows.length;
    },
    drop: async () => void (await query(adminUrl, `drop database if exists ${name} with (force)`)),
  };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
