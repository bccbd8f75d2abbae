import { Prisma } from "@/generated/prisma/client";
import type { InlineExecution } from "./inline";
import { errorText, runErrorText } from "./stored-result";

/** A step row that a start or a completion brings about, as the graph walk in `core/graph/next` decides it. */
export interface NewStep {
  nodeId: string;
  nodeType: string;
  /** null: the statement decides between pending, blocked and running (leased) */
  status: "succeeded" | "dead" | "skipped" | null;
  maxAttempts: number;
  edgesIn: number;
  needAll: boolean;
  decided: number;
  taken: number;
  /** insert it leased to the worker that completes its predecessor */
  leased: boolean;
  inline?: InlineExecution | undefined;
}

/**
 * New steps as a table for a statement, one array a column. `ordinal` ties each to the outcome in the same statement
 * that brought it about.
 *
 * Columns: ordinal, node_id, node_type, status, input, output, error, run_error, max_attempts, edges_in, need_all,
 * decided, taken, leased, position (the order of the walk, in which ids are to be given)
 */
export function newStepTable(entries: readonly { ordinal: number; step: NewStep }[]): Prisma.Sql {
  const column = <Value>(read: (step: NewStep) => Value): Value[] => entries.map(({ step }) => read(step));
  return Prisma.sql`unnest(
    ${entries.map(({ ordinal }) => ordinal)}::int[],
    ${column((step) => step.nodeId)}::text[],
    ${column((step) => step.nodeType)}::text[],
    ${column((step) => step.status)}::text[],
    ${column((step) => step.inline?.input ?? null)}::text[],
    ${column((step) => step.inline?.output ?? null)}::text[],
    ${column((step) => (step.inline?.error ? errorText(step.inline.error) : null))}::text[],
    ${column((step) => (step.inline?.error ? runErrorText(step.nodeId, step.inline.error) : null))}::text[],
    ${column((step) => step.maxAttempts)}::int[],
    ${column((step) => step.edgesIn)}::int[],
    ${column((step) => step.needAll)}::bool[],
    ${column((step) => step.decided)}::int[],
    ${column((step) => step.taken)}::int[],
    ${column((step) => step.leased)}::bool[]
  ) WITH ORDINALITY AS new_step(ordinal, node_id, node_type, status, input, output, error, run_error, max_attempts,
    edges_in, need_all, decided, taken, leased, position)`;
}

/**
 * The status that a new step gets: decided inline, or by its incoming edges. Any one taken edge is enough for
 * `join: any`; `join: all` waits as `blocked` until every edge is decided. A step with all edges decided and none taken
 * becomes pending too: whoever claims it answers `skip`.
 */
export const newStepStatus = Prisma.sql`CASE
  WHEN status IS NOT NULL THEN status
  WHEN decided >= edges_in OR (NOT need_all AND taken > 0) THEN CASE WHEN leased THEN 'running' ELSE 'pending' END
  ELSE 'blocked'
END`;
