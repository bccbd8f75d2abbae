import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { AppError } from "@/core/errors";
import { createDatabase } from "@/db/client";
import { passwordLink } from "@/services/accounts/password-link";
import { recordAudit } from "@/services/audit/record";
import { Failure, runCommand } from "./support/failure";
import { ensurePrismaClient } from "./support/prisma-client";
import { loadSettings, openDatabase } from "./support/settings";

const usage = `pnpm users:password-link E-MAIL

Prints a link by which this user chooses another password, once and within a day: the way back in for an admin who has
forgotten theirs, when no other admin is there to make one.

Exit codes: 0 it was made; 1 it could not be; 2 the address is missing.`;

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { help: { type: "boolean", short: "h" } },
  });
  const [email, ...more] = positionals;
  if (values.help || email === undefined || more.length > 0) {
    (values.help ? process.stdout : process.stderr).write(`${usage}\n`);
    return values.help ? 0 : 2;
  }
  const settings = loadSettings();
  await ensurePrismaClient();
  const database = await openDatabase(settings, { quiet: true });
  const db = createDatabase(database.directUrl, { max: 2, applicationName: "workflow-engine-users" });
  try {
    const actor = `command:${userInfo().username}`;
    const made = await passwordLink({ db, actor }, settings.APP_URL, { email: email.toLowerCase() });
    await recordAudit(db, {
      actor,
      action: "user.password_link",
      objectId: made.id,
      address: undefined,
      data: { email: made.email },
    });
    process.stdout.write(`${made.url}\n`);
    return 0;
  } catch (error) {
    throw error instanceof AppError ? new Failure(error.message) : error;
  } finally {
    await db.$disconnect();
    await database.release();
  }
});
