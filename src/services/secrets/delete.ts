import type { Secret } from "@/contracts/secrets";
import type { SecretContext } from "../context";
import { requireSecretKey, secretNotFound } from "./keys";
import { presentSecret } from "./present";

/**
 * Deletes a secret and returns what it was. Steps that name it die from now on, saying so.
 *
 * @throws AppError `not_found`
 */
export async function deleteSecret(context: SecretContext, input: { key: string }): Promise<Secret> {
  const key = requireSecretKey(input.key);
  const row = await context.db.secret.findUnique({ where: { key } });
  // Conditional, so that of two deletions at once only one finds something to delete.
  const { count } = await context.db.secret.deleteMany({ where: { key } });
  if (!row || count === 0) throw secretNotFound(input.key);
  return presentSecret(context.vault, row);
}
