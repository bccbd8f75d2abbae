import { readdir } from "node:fs/promises";
import path from "node:path";

/**
 * The migrations that this code was made for: the folders that ship with it. Next and the commands run in the checkout;
 * where the folder was left out, only what the database itself says can be checked.
 */
export async function expectedMigrations(): Promise<string[]> {
  const directory = path.join(/* turbopackIgnore: true */ process.cwd(), "prisma", "migrations");
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}
