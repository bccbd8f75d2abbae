import { parseDefinition } from "@/core/graph/validate";
import { type Json, JsonError, parseJson } from "@/core/json";
import type { Db } from "@/db/types";
import { exampleLimit, type Found, type IdRange, type WorkflowCheck } from "../check";

const pageSize = 100;

interface VersionRow {
  id: string;
  workflow_id: string;
  name: string;
  definition: string;
}

export const definitions: WorkflowCheck = {
  name: "definitions",
  rule: "every stored definition can be read",
  repair: "none: runs on it end with an error that says so; make a workflow anew, or bring the row back from a backup",
  find: findUnreadable,
};

/** In pages: a workflow can have any number of test versions. */
async function findUnreadable(db: Db, { after, upTo }: IdRange): Promise<Found> {
  const found: Found = { found: 0, ids: [], examples: [] };
  for (let last = { workflow_id: after, id: "ffffffff-ffff-ffff-ffff-ffffffffffff" }; ; ) {
    const rows = await db.$queryRaw<VersionRow[]>`
      SELECT id::text AS id, workflow_id::text AS workflow_id, kind || ' version ' || number AS name, definition::text AS definition
      FROM workflow_version
      WHERE (workflow_id, id) > (${last.workflow_id}::uuid, ${last.id}::uuid) AND workflow_id <= ${upTo}::uuid
      ORDER BY workflow_id, id LIMIT ${pageSize}`;
    for (const row of rows) judge(found, row);
    const end = rows.at(-1);
    if (!end) return found;
    last = end;
  }
}

function judge(found: Found, { workflow_id, name, definition }: VersionRow): void {
  const problem = problemOf(definition);
  if (problem === undefined) return;
  found.found++;
  if (!found.ids.includes(workflow_id)) found.ids.push(workflow_id);
  if (found.examples.length < exampleLimit) found.examples.push({ id: workflow_id, what: `the ${name}: ${problem}` });
}

function problemOf(text: string): string | undefined {
  let value: Json;
  try {
    value = parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return error.message;
  }
  const parsed = parseDefinition(value);
  if (parsed.ok) return undefined;
  const [first] = parsed.problems;
  return first ? `${first.path}: ${first.message}` : "it is no definition";
}
