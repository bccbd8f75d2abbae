import { type APIRequestContext, expect } from "@playwright/test";

export interface Definition {
  nodes: unknown[];
  edges: unknown[];
}

/** start → note */
export const shortDefinition: Definition = {
  nodes: [
    { id: "start", type: "trigger", config: {} },
    { id: "note", type: "log", config: { message: "{{ trigger }}" } },
  ],
  edges: [{ source: "start", target: "note" }],
};

/** start → pause (for `seconds`) → note */
export function slowDefinition(seconds: number): Definition {
  return {
    nodes: [
      { id: "start", type: "trigger", config: {} },
      { id: "pause", type: "delay", config: { seconds } },
      { id: "note", type: "log", config: { message: "done" } },
    ],
    edges: [
      { source: "start", target: "pause" },
      { source: "pause", target: "note" },
    ],
  };
}

/** Dies at once, every time: a log of what is not there. */
export const dyingDefinition: Definition = {
  nodes: [
    { id: "start", type: "trigger", config: {} },
    { id: "note", type: "log", config: { message: "{{ trigger.missing }}" } },
  ],
  edges: [{ source: "start", target: "note" }],
};

let count = 0;

/** A name that no other test uses. */
export function uniqueName(what: string): string {
  return `${what} ${process.pid}-${++count}`;
}

interface Created {
  id: string;
  name: string;
  updated_at: string;
}

export async function createWorkflow(
  request: APIRequestContext,
  { name = uniqueName("Workflow"), definition = shortDefinition, active = false } = {},
): Promise<Created> {
  const response = await request.post("/api/workflows", { data: { name, ...definition } });
  expect(response.status()).toBe(201);
  const workflow: Created = await response.json();
  if (active) expect((await request.post(`/api/workflows/${workflow.id}/activate`)).status()).toBe(200);
  return workflow;
}

export async function triggerRun(
  request: APIRequestContext,
  workflowId: string,
  payload: unknown = {},
): Promise<{ id: string }> {
  const response = await request.post(`/api/workflows/${workflowId}/trigger`, {
    headers: { "content-type": "application/json" },
    data: typeof payload === "string" ? payload : JSON.stringify(payload),
  });
  expect(response.status()).toBe(202);
  return response.json();
}

/** How many runs a workflow has. */
export async function countRuns(request: APIRequestContext, workflowId: string): Promise<number> {
  const page: { items: unknown[] } = await (await request.get(`/api/runs?workflow_id=${workflowId}`)).json();
  return page.items.length;
}

export async function statusOf(request: APIRequestContext, runId: string): Promise<string> {
  const run: { status: string } = await (await request.get(`/api/runs/${runId}`)).json();
  return run.status;
}

/** The code of the reason why a run stands where it stands. */
export async function standingOf(request: APIRequestContext, runId: string): Promise<string> {
  const { reason }: { reason: { code: string } } = await (await request.get(`/api/runs/${runId}/explanation`)).json();
  return reason.code;
}
