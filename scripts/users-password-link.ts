import { parseArgs } from "node:util";
import { passwordLink } from "@/services/accounts/password-link";
import { recordAudit } from "@/services/audit/record";
import { actOnAccounts } from "./support/act-on-accounts";
import { runCommand } from "./support/failure";

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
  await actOnAccounts(async ({ db, settings, actor }) => {
    const { id, url, ...made } = await passwordLink({ db, actor }, settings.APP_URL, { email: email.toLowerCase() });
    const data = { email: made.email };
    await recordAudit(db, { actor, action: "user.password_link", objectId: id, address: undefined, data });
    process.stdout.write(`${url}\n`);
  });
  return 0;
});
