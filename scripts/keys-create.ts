import { createApiKey } from "@/services/accounts/api-keys";
import { recordAudit } from "@/services/audit/record";
import { actOnAccounts } from "./support/act-on-accounts";
import { runCommand } from "./support/failure";
import { keysCreateExitCodes, keysCreateUsage, readKeyFlags } from "./support/key-flags";
import { UsageError } from "./support/usage-error";

await runCommand(async () => {
  const flags = flagsOrUsage();
  if (typeof flags === "number") return flags;
  await actOnAccounts(async ({ db, actor }) => {
    const { api_key: made, key } = await createApiKey({ db, actor }, flags);
    const { name, prefix, role } = made;
    const data = { name, prefix, role, ...(made.workflow_id && { workflow_id: made.workflow_id }) };
    await recordAudit(db, { actor, action: "api_key.create", objectId: made.id, address: undefined, data });
    process.stdout.write(`${key}\n`);
    process.stderr.write(
      `A key for ${made.workflow_id ? `the workflow ${made.workflow_id}` : "all workflows"}, role ${role}, ` +
        `${made.expires_at ? `until ${made.expires_at}` : "until it is revoked"}. It is told this once.\n`,
    );
  });
  return keysCreateExitCodes.ok;
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
