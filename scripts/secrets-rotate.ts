import { createDatabase } from "@/db/client";
import { readEnv } from "@/env";
import { rotateSecrets } from "@/services/secrets/rotate";
import { createKeyring } from "@/vault/keyring";
import { runCommand } from "./support/failure";
import { ensurePrismaClient } from "./support/prisma-client";
import { loadSettings, openDatabase, requireKey } from "./support/settings";

/** Exit codes: 0 every secret is encrypted with the first key of FERNET_KEY, 1 some could not be read. */
await runCommand(async () => {
  const settings = loadSettings();
  requireKey(settings);
  await ensurePrismaClient();
  const database = await openDatabase(settings);
  const env = readEnv(database.env);
  const db = createDatabase(env.DATABASE_URL, { max: 1, pooler: env.DATABASE_POOLER });
  try {
    const { rotated, current, unreadable } = await rotateSecrets(db, createKeyring(env.FERNET_KEY));
    process.stdout.write(
      `${rotated} encrypted with the first key, ${current} were so before, ${unreadable.length} cannot be read.\n`,
    );
    if (unreadable.length > 0) {
      process.stdout.write(
        `Not readable with any key in FERNET_KEY: ${unreadable.join(", ")}. Keep the old keys, or store these again.\n`,
      );
    }
    return unreadable.length === 0 ? 0 : 1;
  } finally {
    await db.$disconnect();
    await database.release();
  }
});
