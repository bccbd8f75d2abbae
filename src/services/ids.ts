import { notFound } from "@/core/errors";

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(id: string): boolean {
  return uuidPattern.test(id);
}

/**
 * Asked before every statement that takes an id: PostgreSQL raises an error for a malformed uuid, and a client must see
 * the same answer for an id that is malformed as for one that is unknown.
 *
 * @throws AppError `not_found`
 */
export function requireUuid(what: string, id: string): string {
  if (!isUuid(id)) throw notFound(what, id);
  return id.toLowerCase();
}
