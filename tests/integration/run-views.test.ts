import { afterAll, beforeAll, expect, it } from "vitest";
import { createActive, createDraft, type ErrorBody, triggerRun } from "./services/client";
import { callGraph, dyingGraph, logGraph } from "./services/graphs";
import { startWebApp, type WebApp } from "./services/web-app";

/* A run part by part, as its page loads it, is the run that GET /api/runs/{id} answers. */

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

interface StepBody extends Record<string, unknown> {
  id: string;
  error: { code: string; message: string } | null;
  attempts: { error: { code: string; message: string } | null }[];
}
interface RunBody extends Record<string, unknown> {
  steps: StepBody[];
}

async function read<Body>(path: string): Promise<Body> {
  const answer = await app.call<Body>("GET", path);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

const short = (error: StepBody["error"]) => error && { code: error.code, message: error.message };

it("an overview is the run without its payloads", async () => {
  app.stub.answer((_, response) => response.writeHead(500, { "content-type": "text/plain" }).end("x".repeat(20_000)));
  const { id } = await createActive(app, callGraph(app.stub.url, 2));
  const runId = await triggerRun(app, id, { note: "payload-to-find" });
  await app.call("POST", "/api/tick", { body: { run_id: runId } });
  const run = await read<RunBody>(`/api/runs/${runId}`);
  const { input: _input, steps, ...summary } = run;
  const answer = await app.call<RunBody>("GET", `/api/runs/${runId}/overview`);
  expect(answer.text).not.toContain("payload-to-find");
  expect(answer.text.length).toBeLessThan(3_000);
  expect(answer.body).toEqual({
    ...summary,
    workflow_status: "active",
    actor: "local",
    steps: steps.map(({ input: _in, output: _out, error, attempts, ...step }) => ({
      ...step,
      branch: null,
      error: short(error),
      attempts: attempts.map((attempt) => ({ ...attempt, error: short(attempt.error) })),
    })),
  });
  expect(steps.some(({ error }) => error?.code === "http_status")).toBe(true);
});

it("an overview tells the branch that a condition chose", async () => {
  const graph = { ...dyingGraph, nodes: dyingGraph.nodes.map((node) => ({ ...node })) };
  Object.assign(graph.nodes[1] ?? {}, { config: { expression: "trigger.amount > 1" } });
  const { id } = await createActive(app, graph);
  const branchOf = async (amount: number) => {
    const { steps } = await read<RunBody>(`/api/runs/${await triggerRun(app, id, { amount })}/overview`);
    return steps.map(({ branch }) => branch);
  };
  expect(await branchOf(2)).toEqual([null, "true", null]);
  expect(await branchOf(1)).toEqual([null, "false"]);
});

it("a step is what the run says of it", async () => {
  const { id } = await createActive(app, logGraph());
  const { steps } = await read<RunBody>(`/api/runs/${await triggerRun(app, id, { name: "Ada" })}`);
  for (const step of steps) expect(await read(`/api/steps/${step.id}`)).toEqual(step);
  for (const unknown of ["0", "nope", "-1", "9".repeat(19), "9".repeat(30)]) {
    const answer = await app.call<ErrorBody>("GET", `/api/steps/${unknown}`);
    expect([answer.status, answer.body.error.code]).toEqual([404, "not_found"]);
  }
});

it("a definition is that of the run, whatever the workflow has become", async () => {
  const draft = await createDraft(app, logGraph("before"));
  const started = await app.call<{ id: string }>("POST", `/api/workflows/${draft.id}/test-run`);
  const changed = await app.call("POST", "/api/workflows", { body: { id: draft.id, name: "x", ...logGraph("after") } });
  expect(changed.status).toBe(200);
  const graph = logGraph("before");
  expect(await read(`/api/runs/${started.body.id}/definition`)).toEqual({
    run_id: started.body.id,
    version: 1,
    nodes: graph.nodes,
    edges: graph.edges,
  });
});

it("a payload is kept to the letter, and offered again once, the latest first", async () => {
  const { id } = await createActive(app, logGraph());
  const exact = '{ "big": 9007199254740993, "price": 1.10 }';
  const first = await triggerRun(app, id, exact);
  await triggerRun(app, id, { text: "y".repeat(1_000) });
  const latest = await triggerRun(app, id, exact);
  expect((await app.call("GET", `/api/runs/${first}/payload`)).text).toContain(`"payload":${exact}`);
  const { items } = await read<{ items: Record<string, unknown>[] }>(`/api/workflows/${id}/payloads`);
  expect(items).toEqual([
    { run_id: latest, status: "succeeded", created_at: expect.any(String), preview: exact, length: exact.length },
    expect.objectContaining({ length: 1_011, preview: expect.stringMatching(/^\{"text":"y{191}$/) }),
  ]);
});
