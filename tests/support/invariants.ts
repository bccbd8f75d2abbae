import type { Database } from "@/db/types";
import { checkDatabase } from "@/engine/doctor/check-database";

/**
 * The rules that the database breaks, each with some of the culprits; empty is what a test expects.
 *
 * @param except names of rules that the test has broken itself
 */
export async function brokenInvariants(db: Database, except: readonly string[] = []): Promise<string[]> {
  const { checks } = await checkDatabase(db);
  return checks
    .filter(({ name }) => !except.includes(name))
    .flatMap(({ name, examples }) => examples.map(({ id, what }) => `${name}: ${id}: ${what}`));
}
