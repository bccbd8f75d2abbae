import type { Secret } from "@/contracts/secrets";
import type { SecretContext } from "../context";
import { requireSecretKey, secretNotFound } from "./keys";
import { presentSecret } from "./present";

/** @throws AppError `not_found` */
export async function getSecret(context: SecretContext, input: { key: string }): Promise<Secret> {
  const row = await context.db.secret.findUnique({ where: { key: requireSecretKey(input.key) } });
  if (!row) throw secretNotFound(input.key);
  return presentSecret(context.vault, row);
}
