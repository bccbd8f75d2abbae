import { AppError } from "@/core/errors";
import type { Database } from "@/db/types";
import { hashToken, isApiKey } from "./api-key-token";
import type { CallerIdentity } from "./caller";

/** A write for each request would cost more than most requests; people need no finer time. */
const lastUseStepMs = 60_000;

const unknown = () => new AppError("unauthorized", "This API key is not known, has expired or was revoked.");

/**
 * Who a key is.
 *
 * @throws AppError `unauthorized`, the same for every reason: a key reveals nothing about others
 */
export async function identifyKey(db: Database, key: string, now = new Date()): Promise<CallerIdentity> {
  if (!isApiKey(key)) throw unknown();
  const found = await db.apiKey.findUnique({ where: { hash: hashToken(key) } });
  if (!found || found.revokedAt || (found.expiresAt && found.expiresAt <= now)) throw unknown();
  if (!found.lastUsedAt || now.getTime() - found.lastUsedAt.getTime() >= lastUseStepMs)
    await db.apiKey.updateMany({ where: { id: found.id }, data: { lastUsedAt: now } });
  return {
    actor: `key:${found.prefix}`,
    role: found.role,
    onlyWorkflowId: found.workflowId ?? undefined,
    user: undefined,
  };
}
