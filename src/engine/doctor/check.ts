import type { Db, Transaction } from "@/db/types";
import { Prisma } from "@/generated/prisma/client";
import type { RunGraphs } from "./run-graphs";

/** One promise about the rows of runs, that holds at every moment between two statements of the engine. */
export interface RunCheck {
  /** names it for scripts: never changed once released */
  name: string;
  /** what must hold, in words */
  rule: string;
  /** what a repair does; why there is none where `mend` is left out */
  repair: string;
  /**
   * The rows `(run_id uuid, what text)` that break the rule among some runs. It must be one statement: under READ COMMITTED
   * each has one snapshot, and in one snapshot of a healthy database, whatever works on it, the rule holds.
   *
   * @param runs a FROM item named `run`
   */
  broken(runs: Prisma.Sql, graphs: RunGraphs): Prisma.Sql;
  /**
   * The rule broken by a single row: a condition on a `run` and one `step` of it. Where there is one, it says all that `broken`
   * asks for, so that one pass over the rows tells which of these checks have anything to find.
   */
  brokenRow?: Prisma.Sql;
  /** Called with the runs locked, in the transaction that locked them; looks again, and changes only what is broken still. */
  mend?(scope: MendScope): Promise<Repair[]>;
}

/** One promise about workflows and their versions; there is nothing to be mended by a machine. */
export interface WorkflowCheck {
  name: string;
  rule: string;
  repair: string;
  /** what breaks the rule among the workflows with ids after the first and up to the last, each with a workflow's id */
  find(db: Db, range: IdRange): Promise<Found>;
}

export interface IdRange {
  after: string;
  upTo: string;
}

export interface MendScope {
  transaction: Transaction;
  runIds: readonly string[];
  /** the same runs as a FROM item named `run` */
  runs: Prisma.Sql;
  graphs: RunGraphs;
}

/** A change that a repair made. */
export interface Repair {
  runId: string;
  change: string;
}

export interface Found {
  found: number;
  /** the runs or workflows concerned */
  ids: string[];
  examples: Example[];
}

export interface Example {
  id: string;
  what: string;
}

export const exampleLimit = 10;

export const runsBetween = ({ after, upTo }: IdRange): Prisma.Sql =>
  Prisma.sql`(SELECT * FROM run WHERE id > ${after}::uuid AND id <= ${upTo}::uuid) AS run`;

export const runsOf = (ids: readonly string[]): Prisma.Sql =>
  Prisma.sql`(SELECT * FROM run WHERE id = ANY (${[...ids]}::uuid[])) AS run`;

/** Counts what a check's query finds and keeps some of it: however much is broken, the answer is small. */
export async function findBroken(db: Db, broken: Prisma.Sql): Promise<Found> {
  const [row] = await db.$queryRaw<{ found: number; ids: string[]; example_ids: string[]; examples: string[] }[]>`
    SELECT count(*)::int AS found,
      coalesce(array_agg(DISTINCT run_id::text), '{}') AS ids,
      coalesce(array_agg(run_id::text ORDER BY position) FILTER (WHERE position <= ${exampleLimit}), '{}') AS example_ids,
      coalesce(array_agg(what ORDER BY position) FILTER (WHERE position <= ${exampleLimit}), '{}') AS examples
    FROM (SELECT run_id, what, row_number() OVER () AS position FROM (${broken}) AS culprit) AS numbered`;
  if (!row) throw new Error("A check answered no row.");
  const examples = row.examples.map((what, index) => ({ id: row.example_ids[index] ?? "", what }));
  return { found: row.found, ids: row.ids, examples };
}

/** Runs a statement that mends steps or runs, and returns `(run_id, change)` for each. */
export async function mendBy(transaction: Transaction, statement: Prisma.Sql): Promise<Repair[]> {
  const rows = await transaction.$queryRaw<{ run_id: string; change: string }[]>(statement);
  return rows.map(({ run_id, change }) => ({ runId: run_id, change }));
}
