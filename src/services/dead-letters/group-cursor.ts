import { z } from "zod";
import type { DeadGroupPosition } from "@/db/dead-step-groups";
import { latestTime, notACursor } from "../page-cursor";

/**
 * Where the next page of groups goes on. All pages tell of the time until the first was asked for, and divide the same
 * time: a group in which a step dies meanwhile keeps its place.
 */
export interface GroupCursor {
  from: number;
  until: number;
  after: DeadGroupPosition;
}

const time = z.int().min(0).max(latestTime);
const parts = z.tuple([time, time, time, z.uuid(), z.string(), z.string()]);

export function encodeGroupCursor({ from, until, after }: GroupCursor): string {
  const { lastAt, workflowId, nodeId, errorKey } = after;
  return Buffer.from(JSON.stringify([from, until, lastAt.getTime(), workflowId, nodeId, errorKey])).toString(
    "base64url",
  );
}

/** @throws AppError `validation_error` for anything that encodeGroupCursor did not make */
export function decodeGroupCursor(cursor: string | null | undefined): GroupCursor | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const read = parts.safeParse(parseOrNull(Buffer.from(cursor, "base64url").toString("utf8")));
  if (!read.success) throw notACursor();
  const [from, until, lastAt, workflowId, nodeId, errorKey] = read.data;
  const decoded = { from, until, after: { lastAt: new Date(lastAt), workflowId, nodeId, errorKey } };
  if (encodeGroupCursor(decoded) !== cursor || `${nodeId}${errorKey}`.includes("\0")) throw notACursor();
  return decoded;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
