import { createLoader, parseAsString } from "nuqs/server";

/** What the page shows stands in its address, so that it can be kept, shared and gone back to. */
export const auditFilters = {
  actor: parseAsString.withDefault(""),
  action: parseAsString,
  /** the id of what it was done to */
  object: parseAsString.withDefault(""),
};

export const loadAuditFilters = createLoader(auditFilters);

export type AuditFilters = Awaited<ReturnType<typeof loadAuditFilters>>;

/** Each filter is compared as a whole. Somebody who types an address means the user who has it. */
export function auditFilterInput({ actor, action, object }: AuditFilters) {
  const text = actor.trim();
  const known = /^[^:\s]+@[^:\s]+$/.test(text) ? `user:${text.toLowerCase()}` : text;
  return {
    ...(known !== "" && { actor: known.slice(0, 300) }),
    ...(action !== null && { action: action.slice(0, 100) }),
    ...(object.trim() !== "" && { object_id: object.trim().slice(0, 100) }),
  };
}

/** The query of the page; server and browser must ask the same, or the page loads twice. */
export function auditListInput(filters: AuditFilters) {
  return { limit: 50, ...auditFilterInput(filters) };
}

/** Where the file of what the filters choose is. */
export function auditExportPath(filters: AuditFilters, format: "csv" | "json"): string {
  return `/api/audit/export?${new URLSearchParams({ format, ...auditFilterInput(filters) })}`;
}
