import { runCommand } from "./support/failure";
import { seedDatabase } from "./support/prepare-database";
import { ensurePrismaClient } from "./support/prisma-client";
import { loadSettings, openDatabase, requireKey } from "./support/settings";
import { listenForStop } from "./support/stop-request";

await runCommand(async () => {
  const settings = loadSettings();
  requireKey(settings);
  const { stop } = listenForStop();
  await ensurePrismaClient();
  const database = await openDatabase(settings);
  try {
    await seedDatabase(database, stop);
  } finally {
    await database.release();
  }
  return 0;
});
