import { z } from "zod";
import { searchText, timestamp } from "./common";
import { runStatus } from "./runs";
import { workflowStatus } from "./workflows";

export const searchInput = z.object({
  text: searchText.describe("Words of a workflow's name, or an id, its beginning, or the end of a run's id."),
  workflow_status: workflowStatus.optional().describe("Only workflows, and only these."),
});

/** Enough to choose from; who looks for more says more. */
export const searchLimit = 8;

export const searchResult = z.object({
  workflows: z.array(z.object({ id: z.string(), name: z.string(), status: workflowStatus })),
  runs: z.array(z.object({ id: z.string(), workflow_name: z.string(), status: runStatus, created_at: timestamp })),
});

export type SearchResult = z.output<typeof searchResult>;
