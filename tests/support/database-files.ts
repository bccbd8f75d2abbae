import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Database } from "@/db/types";

/**
 * Everything that the server has on its disk for this database, by file: all schemas, indexes, and the samples that it
 * keeps of every column, also rows that have been deleted or overwritten since; and the server's log. Long values may
 * be compressed there: tablesAsText has them.
 */
export async function filesOfDatabase(db: Database): Promise<Map<string, Buffer>> {
  await db.$executeRawUnsafe("ANALYZE");
  await db.$executeRawUnsafe("CHECKPOINT");
  const [place] = await db.$queryRaw<{ cluster: string; oid: string }[]>`
    SELECT current_setting('data_directory') AS cluster, oid::text FROM pg_database WHERE datname = current_database()`;
  if (!place) throw new Error("The database is not among those of its server.");
  const folder = path.join(place.cluster, "base", place.oid);
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  return new Map([...files, path.join(place.cluster, "../log")].map((file) => [file, readFileSync(file)]));
}
