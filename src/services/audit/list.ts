import type { z } from "zod";
import type { AuditEntry, listAuditInput } from "@/contracts/accounts";
import { validationError } from "@/core/errors";
import type { RowContext } from "../context";
import { isoTime } from "../times";

/** Newest first. */
export async function listAudit(
  { db }: Pick<RowContext, "db">,
  { limit, cursor, actor, action, object_id: objectId }: z.output<typeof listAuditInput>,
): Promise<{ items: AuditEntry[]; next_cursor: string | null }> {
  const rows = await db.auditEntry.findMany({
    where: {
      ...(cursor && { id: { lt: readCursor(cursor) } }),
      ...(actor && { actor }),
      ...(action && { action }),
      ...(objectId && { objectId }),
    },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => ({
      id: String(row.id),
      at: isoTime(row.at),
      actor: row.actor,
      action: row.action,
      object_type: row.objectType,
      object_id: row.objectId,
      address: row.address,
      data: row.data as Record<string, unknown>,
    })),
    next_cursor: last ? String(last.id) : null,
  };
}

function readCursor(cursor: string): bigint {
  if (/^\d{1,18}$/.test(cursor)) return BigInt(cursor);
  throw validationError("The cursor is none.", [{ path: "cursor", message: "Take the next_cursor of a page." }]);
}
