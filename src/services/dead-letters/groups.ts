import type { z } from "zod";
import type { DeadLetterGroup, listDeadLetterGroupsInput } from "@/contracts/dead-letters";
import { type DeadGroupRow, readDeadGroups, readFirstDeath } from "@/db/dead-step-groups";
import { readDeadSteps } from "@/db/dead-step-page";
import type { RowContext } from "../context";
import { isoTime } from "../times";
import { deadStepConditions } from "./conditions";
import { decodeGroupCursor, encodeGroupCursor } from "./group-cursor";
import { presentDeadStep } from "./present";

/** Parts that a group's timeline has. */
const timelineParts = 24;

interface Span {
  from: number;
  until: number;
  partMs: number;
}

/**
 * Dead steps in groups of one workflow, node and kind of error, the group of the latest death first.
 *
 * @throws AppError `not_found` for a malformed workflow id, `validation_error` for a cursor of elsewhere
 */
export async function listDeadLetterGroups(
  context: RowContext,
  input: z.output<typeof listDeadLetterGroupsInput>,
): Promise<{ items: DeadLetterGroup[]; next_cursor: string | null }> {
  const cursor = decodeGroupCursor(input.cursor);
  const conditions = deadStepConditions(input);
  const until = cursor?.until ?? Date.now();
  const from = cursor?.from ?? (conditions.diedFrom ?? (await readFirstDeath(context.db, conditions)))?.getTime();
  if (from === undefined) return { items: [], next_cursor: null };
  const span = { from, until, partMs: Math.max(1, Math.ceil((until - from + 1) / timelineParts)) };
  const rows = await readDeadGroups(context.db, {
    where: { ...conditions, diedFrom: new Date(from), diedUntil: new Date(until) },
    partMs: span.partMs,
    after: cursor?.after,
    limit: input.limit + 1,
  });
  const shown = rows.slice(0, input.limit);
  const last = shown.at(-1);
  return {
    items: await present(context, shown, span),
    next_cursor: rows.length > input.limit && last ? encodeGroupCursor({ from, until, after: last }) : null,
  };
}

/** A group whose example was retried since it was read is left out: its next reading will know another, or none. */
async function present({ db }: RowContext, rows: readonly DeadGroupRow[], span: Span): Promise<DeadLetterGroup[]> {
  const examples = await readDeadSteps(
    db,
    rows.map(({ exampleId }) => exampleId),
  );
  return rows.flatMap((row) => {
    const example = examples.get(row.exampleId);
    if (!example) return [];
    return {
      workflow_id: row.workflowId,
      workflow_name: example.workflowName,
      node_id: row.nodeId,
      error_key: row.errorKey,
      count: row.steps,
      first_at: isoTime(row.firstAt),
      last_at: isoTime(row.lastAt),
      timeline: timeline(row, span),
      example: presentDeadStep(example),
    };
  });
}

function timeline(row: DeadGroupRow, { from, partMs }: Span): DeadLetterGroup["timeline"] {
  const deaths = new Map(row.timeline);
  return Array.from({ length: timelineParts }, (_, part) => ({
    at: isoTime(new Date(from + part * partMs)),
    count: deaths.get(part) ?? 0,
  }));
}
