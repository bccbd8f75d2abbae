import { plainArray, textArray } from "@/db/array-literal";
import { Prisma } from "@/generated/prisma/client";
import { errorText, runErrorText, type StoredError } from "./stored-result";

/** What executing a node inline left to store, as JSON text. */
export interface InlineExecution {
  input: string;
  output?: string;
  error?: StoredError;
}

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
  leased?: boolean;
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
  const texts = (read: (step: NewStep) => string | null | undefined): string | null =>
    textArray(entries.map(({ step }) => read(step) ?? null));
  const plain = (read: (step: NewStep) => number | boolean): string =>
    plainArray(entries.map(({ step }) => read(step)));
  return Prisma.sql`unnest(
    ${plainArray(entries.map(({ ordinal }) => ordinal))}::int[],
    ${texts((step) => step.nodeId)}::text[],
    ${texts((step) => step.nodeType)}::text[],
    ${texts((step) => step.status)}::text[],
    ${texts((step) => step.inline?.input)}::text[],
    ${texts((step) => step.inline?.output)}::text[],
    ${texts((step) => step.inline?.error && errorText(step.inline.error))}::text[],
    ${texts((step) => step.inline?.error && runErrorText(step.nodeId, step.inline.error))}::text[],
    ${plain((step) => step.maxAttempts)}::int[],
    ${plain((step) => step.edgesIn)}::int[],
    ${plain((step) => step.needAll)}::bool[],
    ${plain((step) => step.decided)}::int[],
    ${plain((step) => step.taken)}::int[],
    ${plain((step) => step.leased === true)}::bool[]
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
