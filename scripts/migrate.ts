import path from "node:path";
import { parseArgs } from "node:util";
import { Failure, runCommand } from "./support/failure";
import { applyMigrations, createMigration, markRolledBack } from "./support/migrations";
import { rootDir } from "./support/paths";
import { say } from "./support/progress";
import { loadSettings, openDatabase } from "./support/settings";

const usage = `pnpm db:migrate                      applies the migrations that the database lacks
pnpm db:migrate --create NAME        writes a new migration from what schema.prisma has and the migrations lack
pnpm db:migrate --rolled-back NAME   lets a migration that failed be applied again, once it is mended`;

await runCommand(async () => {
  const { create, help, "rolled-back": rolledBack } = readArguments();
  if (help) {
    say(usage);
    return 0;
  }
  const database = await openDatabase(loadSettings());
  try {
    if (rolledBack !== undefined) await markRolledBack(database.directUrl, rolledBack);
    if (create !== undefined) await write(database.directUrl, create);
    else await apply(database.directUrl);
  } finally {
    await database.release();
  }
  return 0;
});

function readArguments() {
  try {
    return parseArgs({
      options: { create: { type: "string" }, "rolled-back": { type: "string" }, help: { type: "boolean" } },
    }).values;
  } catch (error) {
    throw new Failure(`${(error as Error).message}\n\n${usage}`);
  }
}

async function apply(url: string): Promise<void> {
  const names = await applyMigrations(url);
  for (const name of names) say(`Applied migration ${name}`);
  if (names.length === 0) say("The database is up to date.");
}

async function write(serverUrl: string, name: string): Promise<void> {
  const file = await createMigration(serverUrl, name);
  if (file) say(`Wrote ${path.relative(rootDir, file)}. Read it, and add by hand what schema.prisma cannot say.`);
  else say("Nothing to write: the migrations are what schema.prisma says.");
}
