import type { Database } from "@/db/types";
import { checkDatabase } from "@/engine/doctor/check-database";

/** The rules that the database breaks, each with some of the culprits; empty is what a test expects. */
export async function brokenInvariants(db: Database): Promise<string[]> {
  const { checks } = await checkDatabase(db);
  return checks.flatMap(({ name, examples }) => examples.map(({ id, what }) => `${name}: ${id}: ${what}`));
}
