import { latestTime, notACursor } from "./page-cursor";

/** The last dead step of a page: where the next one goes on. */
export interface StepPosition {
  finishedAt: Date;
  id: bigint;
}

const cursorPattern = /^(\d{1,15})-(\d{1,19})$/;
const largestId = 2n ** 63n - 1n;

export function encodeStepCursor(position: StepPosition): string {
  return Buffer.from(`${position.finishedAt.getTime()}-${position.id}`).toString("base64url");
}

/** @throws AppError `validation_error` for anything that encodeStepCursor did not make */
export function decodeStepCursor(cursor: string | null | undefined): StepPosition | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const [, time, id] = cursorPattern.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (time === undefined || id === undefined || BigInt(id) > largestId || Number(time) > latestTime) throw notACursor();
  const position = { finishedAt: new Date(Number(time)), id: BigInt(id) };
  if (encodeStepCursor(position) !== cursor) throw notACursor();
  return position;
}

/** A page of rows that were read with one more than `limit`: that one more only tells that there is a next page. */
export function toStepPage<Row extends StepPosition, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): { items: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(toItem), next_cursor: rows.length > limit && last ? encodeStepCursor(last) : null };
}
