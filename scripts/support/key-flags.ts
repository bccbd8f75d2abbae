import { parseArgs } from "node:util";
import type { z } from "zod";
import { createApiKeyInput } from "@/contracts/accounts";
import { roles } from "@/core/roles";
import { UsageError } from "./usage-error";

export const keysCreateUsage = `pnpm keys:create --name NAME [flags]

Makes an API key and prints it, alone, on standard output: it is told this once. Programs send it as
"Authorization: Bearer KEY". It counts where AUTH_MODE=accounts.

  --name NAME           what it is for, as people will see it in the list of keys
  --role ROLE           ${roles.join(", ")} (viewer)
  --workflow ID         the only workflow that it may act on (all)
  --expires-in-days N   how long it lives (90); 0: until it is revoked
  --help                print this

Exit codes: 0 it was made; 1 it could not be; 2 a flag was wrong.`;

export const keysCreateExitCodes = { ok: 0, failed: 1, usage: 2 } as const;

/** @throws UsageError */
export function readKeyFlags(args: readonly string[]): z.output<typeof createApiKeyInput> | "help" {
  const values = parse(args);
  if (values.help) return "help";
  if (values.name === undefined) throw new UsageError("--name is missing: say what the key is for.");
  const days = values["expires-in-days"];
  if (!/^\d+$/.test(days)) throw new UsageError("--expires-in-days is a whole number.");
  const read = createApiKeyInput.safeParse({
    name: values.name,
    role: values.role,
    workflow_id: values.workflow,
    expires_in_days: Number(days) === 0 ? undefined : Number(days),
  });
  if (!read.success) throw new UsageError(read.error.issues.map(({ message }) => message).join("\n"));
  return read.data;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        name: { type: "string" },
        role: { type: "string", default: "viewer" },
        workflow: { type: "string" },
        "expires-in-days": { type: "string", default: "90" },
        help: { type: "boolean", short: "h", default: false },
      },
      allowPositionals: false,
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
