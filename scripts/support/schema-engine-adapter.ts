import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum, type SqlMigrationAwareDriverAdapterFactory } from "@prisma/driver-adapter-utils";
import type pg from "pg";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;

/** PostgreSQL's internal one-byte type `"char"`, which the catalogues use and the stock adapter does not know. */
const charOid = 18;
const textOid = 25;

/**
 * The PostgreSQL adapter with what the schema engine needs beyond the client:
 * - one connection, since the advisory lock that serialises concurrent migrations belongs to a session;
 * - scripts sent whole: the stock adapter cuts them at every `;`, also inside functions and strings, and runs the
 *   pieces one by one, so that a migration that fails would stay half applied;
 * - the type `"char"`;
 * - no shadow database: with a connection string the stock adapter would take the database itself for it.
 */
export function schemaEngineAdapter(url: string): {
  factory: SqlMigrationAwareDriverAdapterFactory;
  close(): Promise<void>;
} {
  const stock = new PrismaPg({ connectionString: url, max: 1, connectionTimeoutMillis: 15_000 });
  const pools: pg.Pool[] = [];
  const factory: SqlMigrationAwareDriverAdapterFactory = {
    provider: stock.provider,
    adapterName: stock.adapterName,
    async connect() {
      const adapter = await stock.connect();
      pools.push(adapter.underlyingDriver());
      return repair(adapter);
    },
    connectToShadowDb: () => Promise.reject(new Error("The schema engine is not given a shadow database.")),
  };
  return {
    factory,
    async close() {
      for (const pool of pools) if (!pool.ended) await pool.end();
    },
  };
}

function repair(adapter: Adapter): Adapter {
  const pool = adapter.underlyingDriver();
  adapter.executeScript = async (script) => {
    try {
      await pool.query(script);
    } catch (error) {
      translate(adapter, error);
    }
  };
  readCharAsText(adapter, pool);
  return adapter;
}

/** Throws the error in the form that the engine understands. The method is protected, but the only place that knows. */
function translate(adapter: Adapter, error: unknown): never {
  return (adapter as unknown as { onError(error: unknown): never }).onError(error);
}

/** One connection and one query at a time: the columns remembered by `query` are those that `queryRaw` is waiting for. */
function readCharAsText(adapter: Adapter, pool: pg.Pool): void {
  let charColumns: number[] = [];
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>;
  pool.query = (async (...args: unknown[]) => {
    const result = await query(...args);
    charColumns = [];
    for (const [index, field] of (result.fields ?? []).entries()) {
      if (field.dataTypeID !== charOid) continue;
      charColumns.push(index);
      field.dataTypeID = textOid;
    }
    return result;
  }) as typeof pool.query;
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (statement) => {
    const result = await queryRaw(statement);
    for (const index of charColumns) result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
}
