import type { Graph } from "./graphs";
import type { Answer, WebApp } from "./web-app";

/** What the tests read of a workflow and of a run. */
export interface WorkflowBody {
  id: string;
  name: string;
  status: string;
  version: number;
  updated_at: string;
  nodes: { id: string; config: object }[];
  edges: object[];
}

export interface RunBody {
  id: string;
  status: string;
  version: number;
  error: { node_id: string; code: string; message: string } | null;
  finished_at: string | null;
  steps: {
    id: string;
    node_id: string;
    name: string | null;
    status: string;
    attempt: number;
    output: unknown;
    next_retry_at: string | null;
    attempts: { attempt: number; error: { code: string } | null; finished_at: string | null }[];
  }[];
}

export interface ErrorBody {
  error: { code: string; message: string; details: unknown };
}

export async function createDraft(app: WebApp, graph: Graph, name = "A workflow"): Promise<WorkflowBody> {
  const answer = await app.call<WorkflowBody>("POST", "/api/workflows", { body: { name, ...graph } });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

export async function createActive(app: WebApp, graph: Graph, name?: string): Promise<WorkflowBody> {
  const { id } = await createDraft(app, graph, name);
  const answer = await app.call<WorkflowBody>("POST", `/api/workflows/${id}/activate`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

export async function triggerRun(app: WebApp, workflowId: string, payload: unknown = {}): Promise<string> {
  const answer = await app.call<{ id: string }>("POST", `/api/workflows/${workflowId}/trigger`, { body: payload });
  if (answer.status !== 202) throw new Error(answer.text);
  return answer.body.id;
}

export async function getRun(app: WebApp, id: string): Promise<RunBody> {
  return (await app.call<RunBody>("GET", `/api/runs/${id}`)).body;
}

/** What a refused request answered, in short. */
export function refusal({ status, body }: Answer<unknown>): { status: number; code: string } {
  // The caller asserts that it is one.
  return { status, code: (body as ErrorBody).error.code };
}

/** So that requests at once are at once, and do not queue for the only connection that is open yet. */
export async function openConnections(app: WebApp): Promise<void> {
  await Promise.all(Array.from({ length: 20 }, () => app.call("GET", "/api/workflows")));
}
