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
