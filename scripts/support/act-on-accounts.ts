import { userInfo } from "node:os";
import { AppError } from "@/core/errors";
import { createDatabase } from "@/db/client";
import type { Database } from "@/db/types";
import type { Settings } from "@/env";
import { Failure } from "./failure";
import { ensurePrismaClient } from "./prisma-client";
import { loadSettings, openDatabase } from "./settings";

export interface AccountsCommand {
  db: Database;
  settings: Settings;
  /** who types the command, as it is recorded */
  actor: string;
}

/**
 * Opens the database for a command that makes something for somebody to use, and closes it again.
 *
 * @throws Failure for what the use-case refuses
 */
export async function actOnAccounts(act: (command: AccountsCommand) => Promise<void>): Promise<void> {
  const settings = loadSettings();
  await ensurePrismaClient();
  const database = await openDatabase(settings, { quiet: true });
  const db = createDatabase(database.directUrl, { max: 1, applicationName: "workflow-engine-accounts" });
  try {
    await act({ db, settings, actor: `command:${userInfo().username}` });
  } catch (error) {
    throw error instanceof AppError ? new Failure(error.message) : error;
  } finally {
    await db.$disconnect();
    await database.release();
  }
}
