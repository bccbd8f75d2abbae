import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createActive,
  createDraft,
  type ErrorBody,
  openConnections,
  refusal,
  type WorkflowBody,
} from "./services/client";
import { logGraph, waitingGraph } from "./services/graphs";
import { startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

const unknownId = "01980000-0000-7000-8000-0000000000ff";
const malformedIds = ["x", "123", "01980000-0000-7000-8000-0000000000f", "'; drop table run; --"];

const save = <Body = WorkflowBody>(body: unknown) => app.call<Body>("POST", "/api/workflows", { body });

describe("save", () => {
  it("creates a draft and gives back what it was given", async () => {
    const graph = logGraph();
    const created = await save({ name: "  First  ", description: "what it does", ...graph });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: "First",
      description: "what it does",
      status: "draft",
      version: 1,
      ...graph,
    });
    expect(created.body.updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const read = await app.call("GET", `/api/workflows/${created.body.id}`);
    expect(read.status).toBe(200);
    expect(read.body).toEqual(created.body);
  });

  it("keeps every digit and the order of keys", async () => {
    const config = '{"message":{"z":9007199254740993,"a":1.10,"m":1e400}}';
    const body = `{"name":"Exact","nodes":[{"id":"start","type":"trigger"},{"id":"note","type":"log","config":${config}}],"edges":[]}`;
    const created = await save(body);
    expect(created.status).toBe(201);
    const read = await app.call("GET", `/api/workflows/${created.body.id}`);
    expect(read.text).toContain(config);
  });

  it("updates a draft, keeps a description that is not sent, and moves updated_at", async () => {
    const draft = await createDraft(app, logGraph());
    await save({ id: draft.id, name: "Named", description: "kept", ...logGraph() });
    const updated = await save({ id: draft.id, name: "Renamed", ...waitingGraph });
    expect(updated.status).toBe(200);
    expect(updated.body).toMatchObject({
      id: draft.id,
      name: "Renamed",
      description: "kept",
      version: 1,
      ...waitingGraph,
    });
    expect(updated.body.updated_at > draft.updated_at).toBe(true);
  });

  it("saves an incomplete draft", async () => {
    const answer = await save({
      name: "Half",
      nodes: [
        { id: "call", type: "http_request" },
        { id: "b", type: "log" },
      ],
      edges: [],
    });
    expect(answer.status).toBe(201);
  });

  it("refuses unknown and malformed ids alike", async () => {
    for (const id of [unknownId, ...malformedIds]) {
      expect(refusal(await save({ id, name: "Nobody", ...logGraph() }))).toEqual({ status: 404, code: "not_found" });
    }
  });

  it("refuses a change that is based on an older state", async () => {
    const draft = await createDraft(app, logGraph());
    const first = await save({ id: draft.id, name: "One", ...logGraph(), expected_updated_at: draft.updated_at });
    expect(first.status).toBe(200);
    const second = await save<ErrorBody>({
      id: draft.id,
      name: "Two",
      ...logGraph(),
      expected_updated_at: draft.updated_at,
    });
    expect(refusal(second)).toEqual({ status: 409, code: "stale_update" });
    expect(second.body.error.details).toEqual({
      expected_updated_at: draft.updated_at,
      updated_at: first.body.updated_at,
    });
    expect((await app.call<WorkflowBody>("GET", `/api/workflows/${draft.id}`)).body.name).toBe("One");
  });

  it("lets one of twenty equal changes through", async () => {
    const draft = await createDraft(app, logGraph());
    const change = { id: draft.id, name: "Raced", ...logGraph(), expected_updated_at: draft.updated_at };
    await openConnections(app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(change)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  });

  it("tells every problem at once, of fields and graph, with malformed nodes in it", async () => {
    const answer = await save<{ error: { code: string; details: { path: string; message: string }[] } }>({
      name: " ",
      description: 5,
      nodes: [
        { id: "start", type: "trigger" },
        { id: "start", type: "log", config: {} },
        { id: "no spaces", type: "teleport", config: [], extra: 1 },
        { id: "odd", type: "log", max_attempts: 0 },
      ],
      edges: [{ source: "start", target: "nowhere" }, { target: "odd" }, { source: "odd", target: "ghost" }],
      expected_updated_at: "yesterday",
    });
    expect(refusal(answer)).toEqual({ status: 422, code: "validation_error" });
    const paths = answer.body.error.details.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        "name",
        "description",
        "expected_updated_at",
        "nodes.1.id",
        "nodes.2.id",
        "nodes.2.type",
        "nodes.2.config",
        "nodes.2.extra",
        "nodes.3.max_attempts",
        "edges.0.target",
        "edges.1.source",
        "edges.2.target",
      ]),
    );
    expect(answer.body.error.details.every(({ message }) => message.length > 10)).toBe(true);
  });

  it("names the nodes of a cycle, and the other problems beside it", async () => {
    const nodes = ["a", "b", "c"].map((id) => ({ id, type: "log", config: { message: id } }));
    const answer = await save<{ error: { details: { cycle: string[]; problems: { path: string }[] } } }>({
      name: "",
      nodes: [{ id: "start", type: "trigger" }, ...nodes],
      edges: [
        { source: "start", target: "a" },
        { source: "a", target: "b" },
        { source: "b", target: "c" },
        { source: "c", target: "a" },
      ],
    });
    expect(refusal(answer)).toEqual({ status: 422, code: "cycle_detected" });
    expect([...answer.body.error.details.cycle].sort()).toEqual(["a", "b", "c"]);
    expect(answer.body.error.details.problems.map(({ path }) => path)).toContain("name");
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["a list", []],
    ["a text", '"text"'],
    ["no nodes", { name: "x", edges: [] }],
    ["nodes of another type", { name: "x", nodes: {}, edges: "none" }],
    ["a name with U+0000", { name: "a\u0000b", nodes: [], edges: [] }],
    ["a name with half a surrogate pair", { name: "a\ud800", nodes: [], edges: [] }],
    ["a name that is too long", { name: "x".repeat(201), nodes: [], edges: [] }],
    ["an id that is not a text", { id: 5, name: "x", nodes: [], edges: [] }],
  ])("refuses %s", async (_, body) => {
    expect(refusal(await save(body))).toEqual({ status: 422, code: "validation_error" });
  });

  it("keeps U+0000 and half surrogate pairs in nodes", async () => {
    const graph = logGraph("a\u0000b\ud800");
    const created = await save({ name: "Odd text", ...graph });
    expect(created.status).toBe(201);
    expect(created.body.nodes).toEqual(graph.nodes);
  });
});

describe("list and get", () => {
  it("lists without graphs, newest first, and by status", async () => {
    const draft = await createDraft(app, logGraph(), "A draft to find");
    const active = await createActive(app, logGraph(), "An active one to find");
    const all = await app.call<{ items: WorkflowBody[]; next_cursor: string | null }>(
      "GET",
      "/api/workflows?limit=2&unknown=1",
    );
    expect(all.body.items.map(({ id }) => id)).toEqual([active.id, draft.id]);
    expect(all.body.items[0]).not.toHaveProperty("nodes");
    expect(all.body.items[0]).not.toHaveProperty("edges");
    const drafts = await app.call<{ items: WorkflowBody[] }>("GET", "/api/workflows?status=draft&limit=200");
    expect(drafts.body.items.map(({ id }) => id)).toContain(draft.id);
    expect(drafts.body.items.every(({ status }) => status === "draft")).toBe(true);
  });

  it("finds a part of a name, to the letter but for capitals, with a status or without", async () => {
    const draft = await createDraft(app, logGraph(), "Refund 100%_done");
    await createDraft(app, logGraph(), "Refund 1000 undone");
    const found = async (search: string, more = "") => {
      const query = `search=${encodeURIComponent(search)}${more}`;
      const answer = await app.call<{ items: WorkflowBody[] }>("GET", `/api/workflows?${query}`);
      return answer.body.items.map(({ name }) => name);
    };
    expect(await found(" rEFUND 100")).toEqual(["Refund 1000 undone", draft.name]);
    expect(await found("100%_")).toEqual([draft.name]);
    expect(await found("\\")).toEqual([]);
    expect(await found("refund", "&status=active")).toEqual([]);
    const refused = await app.call("GET", "/api/workflows?search=a%00b");
    expect(refusal(refused)).toEqual({ status: 422, code: "validation_error" });
  });

  it.each([
    "limit=0",
    "limit=201",
    "limit=-1",
    "limit=1.5",
    "limit=1e2",
    "limit=",
    "limit=%201",
    "limit=x",
    "status=open",
    "status=",
    "cursor=",
    "cursor=junk",
  ])("refuses ?%s", async (query) => {
    expect(refusal(await app.call("GET", `/api/workflows?${query}`))).toEqual({
      status: 422,
      code: "validation_error",
    });
  });

  it("does not find unknown and malformed ids", async () => {
    for (const id of [unknownId, ...malformedIds]) {
      const answer = await app.call<ErrorBody>("GET", `/api/workflows/${encodeURIComponent(id)}`);
      expect(refusal(answer)).toEqual({ status: 404, code: "not_found" });
      expect(answer.body.error.details).toBeNull();
    }
  });
});
