import { afterAll, beforeAll, expect, it } from "vitest";
import { createActive, createDraft, type ErrorBody, refusal, type WorkflowBody } from "./services/client";
import { logGraph } from "./services/graphs";
import { startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

const importFile = (body: unknown) => app.call<WorkflowBody & ErrorBody>("POST", "/api/workflows/import", { body });
const file = { format: "workflow-engine/workflow", format_version: 1, name: "From a file", ...logGraph() };

/** What no parser of numbers and no sorter of keys may touch. */
const nodes =
  '[{"id":"start","type":"trigger","config":{},"position":{"x":1.50,"y":-0}},' +
  '{"id":"call","type":"http_request","config":{"url":"https://example.org","body":{"z":9007199254740993,"a":1.10,' +
  '"constructor":{"__proto__":1e400}},"headers":{"b":"{{ secrets.TOKEN }}","a":"{{ secrets.ABLE }}"}}}]';
const edges = '[{"source":"start","target":"call"}]';

it("goes out and comes in to the digit, whatever the status, and goes out the same again", async () => {
  const body = `{"name":"Round ☂ trip","description":"two\\nlines","nodes":${nodes},"edges":${edges}}`;
  const { id } = (await app.call<WorkflowBody>("POST", "/api/workflows", { body })).body;
  const draft = await app.call(`GET`, `/api/workflows/${id}/export`);
  expect(draft.text).toBe(
    `{"format":"workflow-engine/workflow","format_version":1,"name":"Round ☂ trip","description":"two\\nlines",` +
      `"nodes":${nodes},"edges":${edges},"secrets":["ABLE","TOKEN"]}`,
  );
  expect((await app.call("POST", `/api/workflows/${id}/activate`)).status).toBe(200);
  const imported = await importFile(draft.text);
  expect(imported).toMatchObject({ status: 201, body: { name: "Round ☂ trip", status: "draft", version: 1 } });
  expect(imported.body.id).not.toBe(id);
  expect((await app.call("POST", `/api/workflows/${imported.body.id}/archive`)).status).toBe(200);
  for (const workflow of [id, imported.body.id]) {
    expect((await app.call("GET", `/api/workflows/${workflow}/export`)).text).toBe(draft.text);
  }
});

it("holds no value of a secret", async () => {
  await app.call("POST", "/api/secrets", { body: { key: "TOKEN", value: "s3cr3t-value" } });
  const { id } = (
    await app.call<WorkflowBody>("POST", "/api/workflows", { body: `{"name":"x","nodes":${nodes},"edges":${edges}}` })
  ).body;
  expect((await app.call("GET", `/api/workflows/${id}/export`)).text).not.toContain("s3cr3t");
});

it("tells every problem at its place in the file", async () => {
  const [start, note] = logGraph().nodes;
  const answer = await importFile({
    ...file,
    name: " ",
    desription: "misspelt",
    nodes: [start, { ...note, type: "lag" }, { id: "call", type: "http_request", config: [] }],
    edges: [{ source: "start", target: "nowhere" }],
  });
  expect(refusal(answer)).toEqual({ status: 422, code: "validation_error" });
  expect(answer.body.error.details).toMatchObject([
    { path: "desription" },
    { path: "name" },
    { path: "nodes.1.type" },
    { path: "nodes.2.config" },
    { path: "edges.0.target" },
  ]);
  const before = await app.db.workflow.count();
  const cycle = await importFile({ ...file, edges: [{ source: "note", target: "note" }] });
  expect(refusal(cycle)).toEqual({ status: 422, code: "cycle_detected" });
  expect(await app.db.workflow.count()).toBe(before);
});

it.each([
  ["a list", [], [""]],
  ["a bare graph", logGraph(), ["format", "format_version"]],
  ["another program's format", { ...file, format: "n8n" }, ["format"]],
  ["a later version", { ...file, format_version: 2 }, ["format_version"]],
  ["a version that is a text", { ...file, format_version: "1" }, ["format_version"]],
])("refuses %s", async (_, body, paths) => {
  const answer = await importFile(body);
  expect(refusal(answer)).toEqual({ status: 422, code: "validation_error" });
  expect(answer.body.error.details).toMatchObject(paths.map((path) => ({ path })));
});

it("duplicates a workflow in any status as a new draft that is its own", async () => {
  const draft = await createDraft(app, logGraph("draft"), "n".repeat(200));
  const active = await createActive(app, logGraph("active"), "Active one");
  const archived = await createActive(app, logGraph("archived"), "Archived one");
  await app.call("POST", `/api/workflows/${archived.id}/archive`);
  for (const original of [draft, active, archived]) {
    const copy = await app.call<WorkflowBody>("POST", `/api/workflows/${original.id}/duplicate`);
    const { nodes, edges } = original;
    expect(copy).toMatchObject({ status: 201, body: { status: "draft", version: 1, nodes, edges } });
    expect(copy.body.name).toBe(`Copy of ${original.name}`.slice(0, 200));
    const changed = { id: copy.body.id, name: "changed", ...logGraph("changed") };
    expect((await app.call("POST", "/api/workflows", { body: changed })).status).toBe(200);
    expect((await app.call<WorkflowBody>("GET", `/api/workflows/${original.id}`)).body.nodes).toEqual(nodes);
  }
  const emoji = await createDraft(app, logGraph(), `${"n".repeat(191)}😀`);
  const copy = await app.call<WorkflowBody>("POST", `/api/workflows/${emoji.id}/duplicate`);
  expect(copy).toMatchObject({ status: 201, body: { name: `Copy of ${"n".repeat(191)}` } });
});
