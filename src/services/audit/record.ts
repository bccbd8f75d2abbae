import type { Database } from "@/db/types";

export interface AuditRecord {
  actor: string;
  /** `<object>.<verb>`: `workflow.activate`, `session.sign_in` */
  action: string;
  objectId?: string | undefined;
  address: string | undefined;
  /** names, roles, counts; never values */
  data?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** Adds an entry to the audit log. */
export async function recordAudit(
  db: Database,
  { actor, action, objectId, address, data = {} }: AuditRecord,
): Promise<void> {
  const [objectType = null] = action.split(".");
  await db.auditEntry.create({
    data: { actor, action, objectType, objectId: objectId ?? null, address: address ?? null, data },
  });
}
