import { type AppError, validationError } from "@/core/errors";

/** The last row of a page: where the next one goes on. Times in the database have millisecond precision, like Date. */
export interface PagePosition {
  createdAt: Date;
  id: string;
}

const cursorPattern = /^(\d{1,15})_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** 9999-12-31T23:59:59.999Z: later years are printed with a sign, which PostgreSQL does not read. */
export const latestTime = 253_402_300_799_999;

export function encodeCursor(position: PagePosition): string {
  return Buffer.from(`${position.createdAt.getTime()}_${position.id}`).toString("base64url");
}

/** @throws AppError `validation_error` for anything that encodeCursor did not make */
export function decodeCursor(cursor: string | null | undefined): PagePosition | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const [, time, id] = cursorPattern.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (time !== undefined && id !== undefined && Number(time) <= latestTime) {
    const position = { createdAt: new Date(Number(time)), id };
    // Buffer skips what is not base64url; only the one right spelling counts.
    if (encodeCursor(position) === cursor) return position;
  }
  throw notACursor();
}

export function notACursor(): AppError {
  const message =
    "This is not a cursor of this list. Use the next_cursor of the page before, or none for the first page.";
  return validationError("The cursor is not valid.", [{ path: "cursor", message }]);
}

/**
 * A page of rows that were read with one more than `limit`: that one more only tells that there is a next page.
 */
export function toPage<Row extends PagePosition, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): { items: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toItem),
    next_cursor: rows.length > limit && last ? encodeCursor(last) : null,
  };
}

/**
 * The condition "after this position" in the order `created_at desc, id desc`. The first part is implied by the second;
 * it is what lets PostgreSQL start in the middle of the index.
 */
export function afterPosition(position: PagePosition | undefined) {
  if (!position) return {};
  return {
    createdAt: { lte: position.createdAt },
    OR: [{ createdAt: { lt: position.createdAt } }, { createdAt: position.createdAt, id: { lt: position.id } }],
  };
}
