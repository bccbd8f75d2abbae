import type { RunStatus, WorkflowStatus } from "@/core/state";
import { Prisma } from "@/generated/prisma/client";
import { runTables } from "./run-page";
import { matchesWords } from "./text-match";
import type { Db } from "./types";

export interface FoundWorkflowRow {
  id: string;
  name: string;
  status: WorkflowStatus;
}

export interface FoundRunRow {
  id: string;
  workflowName: string;
  status: RunStatus;
  createdAt: Date;
}

interface WorkflowSearch {
  text: string;
  /** the beginning of an id in hex and dashes, if the text is one */
  idBeginning: string | undefined;
  status: WorkflowStatus | undefined;
  limit: number;
}

/** Workflows by the words of their name or by the beginning of their id, the latest change first. */
export async function findWorkflowRows(db: Db, search: WorkflowSearch): Promise<FoundWorkflowRow[]> {
  const words = matchesWords([Prisma.sql`name`], search.text) ?? Prisma.sql`true`;
  const id = search.idBeginning === undefined ? Prisma.empty : Prisma.sql`OR id::text LIKE ${`${search.idBeginning}%`}`;
  const status =
    search.status === undefined ? Prisma.empty : Prisma.sql`AND status = ${search.status}::workflow_status`;
  return db.$queryRaw<FoundWorkflowRow[]>`
    SELECT id, name, status::text AS status FROM workflow
    WHERE (${words} ${id}) ${status}
    ORDER BY status = 'archived', updated_at DESC, id DESC
    LIMIT ${search.limit}`;
}

/**
 * How far back a run is looked for by the end of its id or by its workflow's name. No index serves either; the primary key
 * finds any run by the beginning of its id.
 */
const recentRuns = 20_000;

interface RunSearch {
  text: string;
  /** the beginning or the end of an id, in hex and dashes, if the text is one */
  idPart: string | undefined;
  limit: number;
}

/** Runs by their id, its beginning, its end (which pages show), or by the words of their workflow's name; newest first. */
export async function findRunRows(db: Db, { text, idPart, limit }: RunSearch): Promise<FoundRunRow[]> {
  const columns = Prisma.sql`run.id, workflow.name AS "workflowName", run.status::text AS status, run.created_at AS "createdAt"`;
  const words = matchesWords([Prisma.sql`workflow.name`], text) ?? Prisma.sql`true`;
  const byEnd = idPart === undefined ? Prisma.empty : Prisma.sql`OR run.id::text LIKE ${`%${idPart}`}`;
  const range = idPart === undefined ? undefined : idRange(idPart);
  const byBeginning = range
    ? Prisma.sql`UNION (SELECT ${columns} FROM ${runTables}
        WHERE run.id BETWEEN ${range.first}::uuid AND ${range.last}::uuid ORDER BY run.id DESC LIMIT ${limit})`
    : Prisma.empty;
  return db.$queryRaw<FoundRunRow[]>`
    SELECT * FROM (
      (SELECT ${columns}
        FROM (SELECT * FROM run ORDER BY created_at DESC, id DESC LIMIT ${recentRuns}) AS run
        JOIN workflow ON workflow.id = run.workflow_id
        WHERE (${words} ${byEnd})
        ORDER BY run.created_at DESC, run.id DESC
        LIMIT ${limit})
      ${byBeginning}
    ) AS found
    ORDER BY "createdAt" DESC, id DESC
    LIMIT ${limit}`;
}

/** The ids that begin with these characters: the rest is lowest and highest. */
function idRange(beginning: string): { first: string; last: string } | undefined {
  const template = "00000000-0000-0000-0000-000000000000";
  const highest = template.replaceAll("0", "f");
  const first = beginning + template.slice(beginning.length);
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(first);
  return isId ? { first, last: beginning + highest.slice(beginning.length) } : undefined;
}
