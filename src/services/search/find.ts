import type { z } from "zod";
import { type SearchResult, type searchInput, searchLimit } from "@/contracts/search";
import { findRunRows, findWorkflowRows } from "@/db/find-by-text";
import type { RowContext } from "../context";
import { isoTime } from "../times";

/** What a person may mean by a few words or characters: workflows by name or id, and runs by id or workflow. */
export async function findByText(context: RowContext, input: z.output<typeof searchInput>): Promise<SearchResult> {
  const text = input.text.trim();
  const idPart = asIdPart(text);
  const [workflows, runs] = await Promise.all([
    findWorkflowRows(context.db, { text, idBeginning: idPart, status: input.workflow_status, limit: searchLimit }),
    input.workflow_status === undefined ? findRunRows(context.db, { text, idPart, limit: searchLimit }) : [],
  ]);
  return {
    workflows,
    runs: runs.map(({ id, workflowName, status, createdAt }) => ({
      id,
      workflow_name: workflowName,
      status,
      created_at: isoTime(createdAt),
    })),
  };
}

/** Fewer characters than this say too little: every id has them somewhere. */
const shortestIdPart = 3;

function asIdPart(text: string): string | undefined {
  const part = text.toLowerCase();
  return part.length >= shortestIdPart && part.length <= 36 && /^[0-9a-f-]+$/.test(part) ? part : undefined;
}
