import type { z } from "zod";
import type { ApiKey, createApiKeyInput, listApiKeysInput } from "@/contracts/accounts";
import { notFound } from "@/core/errors";
import type { ApiKeyRow } from "@/db/account-rows";
import type { RowContext } from "../context";
import { requireUuid } from "../ids";
import { afterPosition, decodeCursor, toPage } from "../page-cursor";
import { isoTime, isoTimeOrNull } from "../times";
import { newApiKey } from "./api-key-token";

const dayMs = 24 * 60 * 60 * 1_000;

function presentApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    role: row.role,
    workflow_id: row.workflowId,
    actor: row.actor,
    created_at: isoTime(row.createdAt),
    expires_at: isoTimeOrNull(row.expiresAt),
    last_used_at: isoTimeOrNull(row.lastUsedAt),
    revoked_at: isoTimeOrNull(row.revokedAt),
  };
}

/** Newest first, the revoked ones with them. */
export async function listApiKeys(
  { db }: RowContext,
  input: z.output<typeof listApiKeysInput>,
): Promise<{ items: ApiKey[]; next_cursor: string | null }> {
  const rows = await db.apiKey.findMany({
    where: afterPosition(decodeCursor(input.cursor)),
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: input.limit + 1,
  });
  return toPage(rows, input.limit, presentApiKey);
}

/**
 * Makes a key, which is told this once and never again.
 *
 * @throws AppError `not_found` for a workflow that is not there
 */
export async function createApiKey(
  { db, actor }: RowContext,
  input: z.output<typeof createApiKeyInput>,
): Promise<{ api_key: ApiKey; key: string }> {
  const workflowId = typeof input.workflow_id === "string" ? requireUuid("workflow", input.workflow_id) : null;
  if (workflowId !== null && !(await db.workflow.findUnique({ where: { id: workflowId }, select: { id: true } }))) {
    throw notFound("workflow", workflowId);
  }
  const { key, prefix, hash } = newApiKey();
  const expiresAt = input.expires_in_days ? new Date(Date.now() + input.expires_in_days * dayMs) : null;
  const row = await db.apiKey.create({
    data: { name: input.name, role: input.role, workflowId, prefix, hash, actor, expiresAt },
  });
  return { api_key: presentApiKey(row), key };
}

/**
 * Ends a key at once; revoking it again changes nothing.
 *
 * @throws AppError `not_found`
 */
export async function revokeApiKey({ db }: RowContext, input: { id: string }): Promise<ApiKey> {
  const id = requireUuid("API key", input.id);
  await db.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: new Date() } });
  const row = await db.apiKey.findUnique({ where: { id } });
  if (!row) throw notFound("API key", input.id);
  return presentApiKey(row);
}
