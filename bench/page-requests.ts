import { transformer } from "@/contracts/transformer";

/** What a browser asks the server for a page, and what a program asks instead. */
export interface PageRequest {
  name: string;
  path: string;
}

/** The run page is that of `steps` steps; names are also those of the targets. */
export const pageRequestNames = [
  "runs list: document",
  "runs list: runs.list",
  "runs list: runs.counts",
  "runs list: workflows.list",
  "runs list: refreshed (list, its 50 runs, counts)",
  "runs list: REST, 50 runs",
  "run page: document",
  "run page: runs.overview",
  "run page: runs.definition",
  "run page: runs.explanation",
  "run page: runs.payload",
  "run page: runs.step",
  "run page: REST, the run",
] as const;

type PageRequestName = (typeof pageRequestNames)[number];

/** Where the answers to `pageRequestNames` are: of a run, of one of its steps, and of the runs that the list shows. */
export function pageRequests({
  runId,
  stepId,
  listed,
}: {
  runId: string;
  stepId: string;
  listed: readonly string[];
}): PageRequest[] {
  const paths: Record<PageRequestName, string> = {
    "runs list: document": "/runs",
    "runs list: runs.list": queries([["runs.list", { limit: 50 }]]),
    "runs list: runs.counts": queries([["runs.counts", {}]]),
    "runs list: workflows.list": queries([["workflows.list", { limit: 20 }]]),
    "runs list: refreshed (list, its 50 runs, counts)": queries([
      ["runs.list", { limit: 50 }],
      ["runs.list", { id: listed.join(","), limit: 50 }],
      ["runs.counts", {}],
    ]),
    "runs list: REST, 50 runs": "/api/runs?limit=50",
    "run page: document": `/runs/${runId}`,
    "run page: runs.overview": queries([["runs.overview", { id: runId }]]),
    "run page: runs.definition": queries([["runs.definition", { id: runId }]]),
    "run page: runs.explanation": queries([["runs.explanation", { id: runId }]]),
    "run page: runs.payload": queries([["runs.payload", { id: runId }]]),
    "run page: runs.step": queries([["runs.step", { id: stepId }]]),
    "run page: REST, the run": `/api/runs/${runId}`,
  };
  return pageRequestNames.map((name) => ({ name, path: paths[name] }));
}

/** As tRPC's batching link of the pages writes them. */
function queries(calls: readonly (readonly [procedure: string, input: object])[]): string {
  const procedures = calls.map(([procedure]) => procedure).join(",");
  const input = Object.fromEntries(calls.map(([, own], index) => [index, transformer.serialize(own)]));
  return `/api/trpc/${procedures}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`;
}
