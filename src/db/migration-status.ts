import type { Db } from "./types";

export interface MigrationStatus {
  name: string;
  /** false: it was begun and did not end */
  finished: boolean;
}

/**
 * What Prisma's own table says about the migrations of this database; nothing at all before the first. Rolled-back
 * tries are left out.
 */
export async function readMigrationStatus(db: Db): Promise<MigrationStatus[]> {
  const [table] = await db.$queryRaw<
    { exists: boolean }[]
  >`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`;
  if (!table?.exists) return [];
  return db.$queryRaw<MigrationStatus[]>`
    SELECT migration_name AS name, finished_at IS NOT NULL AS finished
    FROM _prisma_migrations WHERE rolled_back_at IS NULL`;
}
