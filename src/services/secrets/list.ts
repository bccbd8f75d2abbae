import type { z } from "zod";
import type { listSecretsInput, Secret } from "@/contracts/secrets";
import type { SecretContext } from "../context";
import { afterPosition, decodeCursor, toPage } from "../page-cursor";
import { presentSecret } from "./present";

/** Newest first. */
export async function listSecrets(
  context: SecretContext,
  input: z.output<typeof listSecretsInput>,
): Promise<{ items: Secret[]; next_cursor: string | null }> {
  const rows = await context.db.secret.findMany({
    where: afterPosition(decodeCursor(input.cursor)),
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: input.limit + 1,
  });
  return toPage(rows, input.limit, (row) => presentSecret(context.vault, row));
}
