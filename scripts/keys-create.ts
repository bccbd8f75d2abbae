import { userInfo } from "node:os";
import { AppError } from "@/core/errors";
import { createDatabase } from "@/db/client";
import { createApiKey } from "@/services/accounts/api-keys";
import { recordAudit } from "@/services/audit/record";
import { Failure, runCommand } from "./support/failure";
import { keysCreateExitCodes, keysCreateUsage, readKeyFlags } from "./support/key-flags";
import { ensurePrismaClient } from "./support/prisma-client";
import { loadSettings, openDatabase } from "./support/settings";
import { UsageError } from "./support/usage-error";

await runCommand(async () => {
  const flags = flagsOrUsage();
  if (typeof flags === "number") return flags;
  const settings = loadSettings();
  await ensurePrismaClient();
  const database = await openDatabase(settings, { quiet: true });
  const db = createDatabase(database.directUrl, { max: 1, applicationName: "workflow-engine-keys" });
  try {
    const actor = `command:${userInfo().username}`;
    const { api_key: made, key } = await createApiKey({ db, actor }, flags);
    const { name, prefix, role } = made;
    const data = { name, prefix, role, ...(made.workflow_id && { workflow_id: made.workflow_id }) };
    await recordAudit(db, { actor, action: "api_key.create", objectId: made.id, address: undefined, data });
    process.stdout.write(`${key}\n`);
    process.stderr.write(
      `A key for ${made.workflow_id ? `the workflow ${made.workflow_id}` : "all workflows"}, role ${role}, ` +
        `${made.expires_at ? `until ${made.expires_at}` : "until it is revoked"}. It is told this once.\n`,
    );
    return keysCreateExitCodes.ok;
  } catch (error) {
    throw error instanceof AppError ? new Failure(error.message) : error;
  } finally {
    await db.$disconnect();
    await database.release();
  }
});

function flagsOrUsage(): Exclude<ReturnType<typeof readKeyFlags>, "help"> | number {
  try {
    const flags = readKeyFlags(process.argv.slice(2));
    if (flags !== "help") return flags;
    process.stdout.write(`${keysCreateUsage}\n`);
    return keysCreateExitCodes.ok;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${keysCreateUsage}\n`);
    return keysCreateExitCodes.usage;
  }
}
