import { TRPCClientError } from "@trpc/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { JsonText } from "@/core/json";
import type { AppRouter } from "@/server/routers";
import { createEngineClient } from "@/trpc/vanilla";
import { logGraph, waitingGraph } from "./services/graphs";
import { origin, startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

/** A client whose requests reach the routes in this process. */
function client(headers: Record<string, string> = {}) {
  return createEngineClient(origin, {
    headers,
    async fetch(input, init) {
      const { status, text, headers } = await app.send(new Request(input, init));
      return new Response(text, { status, headers });
    },
  });
}

const jsonOf = (value: unknown) => new JsonText(JSON.stringify(value));
const graphText = ({ nodes, edges }: { nodes: object[]; edges: object[] }) => ({
  nodes: jsonOf(nodes),
  edges: jsonOf(edges),
});

async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TRPCClientError)) throw new Error("the call did not fail");
  const { data, message } = error as TRPCClientError<AppRouter>;
  return { code: data?.appCode, status: data?.httpStatus, details: data?.details, requestId: data?.requestId, message };
}

it("does all that a workflow goes through, and keeps every digit", async () => {
  const engine = client();
  const message = '{"z":9007199254740993,"a":1.10}';
  const nodes = `[{"id":"start","type":"trigger","config":{}},{"id":"note","type":"log","config":{"message":${message}}}]`;
  const edges = '[{"source":"start","target":"note"}]';
  const draft = await engine.workflows.save.mutate({
    name: "Typed",
    nodes: new JsonText(nodes),
    edges: new JsonText(edges),
  });
  expect(draft).toMatchObject({ status: "draft", version: 1 });
  expect(draft.nodes).toBeInstanceOf(JsonText);
  expect(draft.nodes.text).toBe(nodes);

  expect((await engine.workflows.activate.mutate({ id: draft.id })).status).toBe("active");
  expect((await engine.workflows.list.query({})).items.map(({ id }) => id)).toContain(draft.id);
  const payload = ' {"big": 9007199254740993, "constructor": 1.0} ';
  const started = await engine.runs.trigger.mutate({ id: draft.id, payload: new JsonText(payload) });
  const run = await engine.runs.get.query({ id: started.id });
  expect(run).toMatchObject({ status: "succeeded", trigger_type: "api" });
  expect(run.input.text).toBe(payload);
  expect(run.steps[1]?.output?.text).toContain(message);

  expect((await engine.workflows.archive.mutate({ id: draft.id })).status).toBe("archived");
  expect((await engine.workflows.restore.mutate({ id: draft.id })).status).toBe("active");
});

it("counts, cancels, retries and ticks runs", async () => {
  const engine = client();
  const { id } = await engine.workflows.save.mutate({ name: "Waiting", ...graphText(waitingGraph) });
  await engine.workflows.activate.mutate({ id });
  const run = await engine.runs.trigger.mutate({ id, payload: jsonOf({}) });
  expect(await engine.runs.counts.query({ workflow_id: id })).toEqual({
    pending: 1,
    running: 0,
    succeeded: 0,
    failed: 0,
    cancelled: 0,
  });
  expect(await engine.runs.tick.mutate({ run_id: run.id })).toEqual({ claimed: 1, completed: 1 });
  expect((await engine.runs.cancel.mutate({ id: run.id })).status).toBe("cancelled");
  expect(await failureOf(engine.runs.retry.mutate({ id: run.id }))).toMatchObject({
    code: "run_not_failed",
    status: 409,
  });
  const page = await engine.runs.list.query({ workflow_id: id, limit: 1 });
  expect(page.items).toMatchObject([{ id: run.id, status: "cancelled" }]);
});

it("answers a repeat under an idempotency key with the same run", async () => {
  const engine = client();
  const { id } = await engine.workflows.save.mutate({ name: "Keyed", ...graphText(logGraph()) });
  await engine.workflows.activate.mutate({ id });
  const start = (payload: object) => engine.runs.trigger.mutate({ id, payload: jsonOf(payload), idempotency_key: "k" });
  const runs = await Promise.all(Array.from({ length: 5 }, () => start({ a: 1 })));
  expect(new Set(runs.map((run) => run.id)).size).toBe(1);
  expect(await failureOf(start({ a: 2 }))).toMatchObject({ code: "idempotency_conflict", status: 409 });
  for (const key of ["", "a\u0000b", "\ud800", "k".repeat(256)]) {
    const failure = await failureOf(engine.runs.trigger.mutate({ id, payload: jsonOf({}), idempotency_key: key }));
    expect(failure).toMatchObject({ code: "validation_error", status: 422, details: [{ path: "idempotency_key" }] });
  }
});

it("tells who started a run: a page of the app, or a program", async () => {
  const { id } = await client().workflows.save.mutate({ name: "Whose", ...graphText(logGraph()) });
  await client().workflows.activate.mutate({ id });
  const page = client({ origin, host: new URL(origin).host });
  const run = await page.runs.trigger.mutate({ id, payload: jsonOf({}) });
  expect((await client().runs.get.query({ id: run.id })).trigger_type).toBe("ui");
});

it("keeps secrets", async () => {
  const engine = client();
  expect(await engine.secrets.set.mutate({ key: "TYPED", value: "s3cr3t" })).toMatchObject({
    key: "TYPED",
    readable: true,
  });
  expect(await engine.secrets.get.query({ key: "TYPED" })).toMatchObject({ key: "TYPED" });
  expect((await engine.secrets.list.query({})).items).toHaveLength(1);
  expect(await engine.secrets.delete.mutate({ key: "TYPED" })).toMatchObject({ key: "TYPED" });
  expect(await failureOf(engine.secrets.get.query({ key: "TYPED" }))).toMatchObject({ code: "not_found", status: 404 });
});

it("tells errors with code, details and the id of the request", async () => {
  const engine = client({ "x-request-id": "trace-7" });
  const save = engine.workflows.save.mutate({
    name: "",
    nodes: jsonOf([{ id: "a b", type: "log" }]),
    edges: jsonOf([{ source: "a b", target: "ghost" }]),
  });
  const failure = await failureOf(save);
  expect(failure).toMatchObject({ code: "validation_error", status: 422, requestId: "trace-7" });
  const paths = (failure.details as { path: string }[]).map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["name", "nodes.0.id", "edges.0.target"]));
  expect(await failureOf(engine.workflows.get.query({ id: "x" }))).toMatchObject({ code: "not_found", status: 404 });
  expect(await failureOf(engine.workflows.list.query({ limit: 0 }))).toMatchObject({ details: [{ path: "limit" }] });
  expect(await failureOf(client({ origin: "http://evil.example" }).runs.tick.mutate({}))).toMatchObject({
    code: "forbidden",
    status: 403,
    requestId: expect.any(String),
  });
});

it("refuses text that is not JSON, and values that no JSON can be", async () => {
  const engine = client();
  const circle: { self?: unknown } = {};
  circle.self = circle;
  for (const nodes of [
    new JsonText("{"),
    new JsonText(`${"[".repeat(200)}${"]".repeat(200)}`),
    [circle],
    [{ id: 1n }],
  ]) {
    const failure = await failureOf(engine.workflows.save.mutate({ name: "x", nodes, edges: jsonOf([]) }));
    expect(failure).toMatchObject({ code: "validation_error", status: 422 });
  }
  const { id } = await engine.workflows.save.mutate({ name: "Strict", ...graphText(logGraph()) });
  await engine.workflows.activate.mutate({ id });
  for (const payload of [new JsonText("{"), new JsonText(""), circle]) {
    expect(await failureOf(engine.runs.trigger.mutate({ id, payload }))).toMatchObject({ code: "validation_error" });
  }
  const large = jsonOf("x".repeat(1_000_001));
  expect(await failureOf(engine.runs.trigger.mutate({ id, payload: large }))).toMatchObject({
    code: "payload_too_large",
    status: 413,
  });
});

it("refuses what is not a tRPC call in the one form of errors", async () => {
  const post = (body: string, headers?: Record<string, string>) =>
    app.call<{ error: { json: { data: { appCode: string } } } }>("POST", "/api/trpc/runs.tick", {
      body,
      ...(headers ? { headers } : {}),
    });
  const codeOf = async (answer: ReturnType<typeof post>) => {
    const { status, body } = await answer;
    return { status, code: body.error.json.data.appCode };
  };
  expect(await codeOf(post("{"))).toEqual({ status: 400, code: "invalid_json" });
  expect(await codeOf(post("a=1", { "content-type": "application/x-www-form-urlencoded" }))).toEqual({
    status: 415,
    code: "unsupported_media_type",
  });
  expect(await codeOf(post(`"${"x".repeat(4_000_000)}"`))).toEqual({ status: 413, code: "payload_too_large" });
  const malformed = [
    "null",
    "[]",
    "5",
    '{"json":{},"meta":{"values":{"__proto__.x":["Date"]}}}',
    '{"json":{},"meta":{"referentialEqualities":{"a":["__proto__.polluted"]}}}',
    '{"json":{"run_id":[1]},"meta":{"values":{"run_id":["map"]}}}',
    '{"json":{"run_id":{"a":1}},"meta":{"values":{"run_id":[["custom","json-text"]]}}}',
  ];
  for (const body of malformed) {
    expect({ body, ...(await codeOf(post(body))) }).toEqual({ body, status: 400, code: "invalid_json" });
  }
  for (const input of ["{", "5", "null", ...malformed]) {
    const url = `/api/trpc/runs.get?input=${encodeURIComponent(input)}`;
    expect({ input, ...(await codeOf(app.call("GET", url))) }).toEqual({ input, status: 400, code: "invalid_json" });
  }
  expect(await codeOf(app.call("GET", "/api/trpc/nothing.here"))).toEqual({ status: 404, code: "not_found" });
  expect(await codeOf(app.call("GET", "/api/trpc/runs.tick"))).toEqual({ status: 405, code: "method_not_allowed" });
});
