import type { CallTarget } from "@/services/accounts/authorize";

/** What an entry of the audit log is about. */
export interface AuditObject {
  objectId?: string | undefined;
  /** names, roles, counts */
  data?: Record<string, string | number | boolean | string[]>;
}

/** What is told of a result beside its id. Nothing that a user filled in freely is among it but names. */
const told = ["name", "email", "prefix", "role", "disabled", "workflow_id", "workflow_name", "version"] as const;

/** The object of an action, from what was asked and what was answered: one thing, one thing in a wrapper, or many. */
export function describeForAudit(target: CallTarget, result: unknown): AuditObject {
  const body = asRecord(result);
  if (Array.isArray(body.items)) {
    const ids = body.items.flatMap((item) =>
      typeof asRecord(item).id === "string" ? [String(asRecord(item).id)] : [],
    );
    return { data: { count: ids.length, ids } };
  }
  const thing = asRecord(body.api_key ?? body.invitation ?? body);
  const objectId = firstText(thing.id, thing.key, target.id);
  const facts = told.flatMap((name) => (isFact(thing[name]) ? [[name, thing[name]] as const] : []));
  return { objectId, data: Object.fromEntries(facts) };
}

function isFact(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

const firstText = (...values: unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === "string");

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
