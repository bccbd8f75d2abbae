import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createActive, getRun, refusal, triggerRun } from "./services/client";
import { callGraph, dyingGraph } from "./services/graphs";
import { startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

interface Group {
  workflow_id: string;
  workflow_name: string;
  node_id: string;
  error_key: string;
  count: number;
  first_at: string;
  last_at: string;
  timeline: { at: string; count: number }[];
  example: { run_id: string; error: { code: string; message: string } };
}
interface Groups {
  items: Group[];
  next_cursor: string | null;
}
interface Changed {
  items: { id: string; status: string | null; error: { code: string } | null }[];
  next_cursor: string | null;
}

const groups = (query: string) => app.call<Groups>("GET", `/api/dead-letters/groups?${query}`);
const retry = (body: object) => app.call<Changed>("POST", "/api/dead-letters/retry", { body });

/** As if the steps of a run had died at this time. */
async function diedAt(runId: string, time: string): Promise<void> {
  const at = new Date(time);
  await app.db.stepExecution.updateMany({ where: { runId, status: "dead" }, data: { finishedAt: at } });
}

describe("groups of dead letters", () => {
  it("hold what died at one node for one reason, whatever the values were", async () => {
    const workflow = await createActive(app, dyingGraph, "Groups");
    const runs: string[] = [];
    for (const amount of [1, 22, 333.5, "text", "other text"])
      runs.push(await triggerRun(app, workflow.id, { amount }));
    const { body } = await groups(`workflow_id=${workflow.id}`);
    expect(body.next_cursor).toBeNull();
    expect(body.items.map(({ count }) => count)).toEqual([2, 3]);
    const [texts, numbers] = body.items;
    expect(texts).toMatchObject({ workflow_id: workflow.id, workflow_name: "Groups", node_id: "check" });
    expect(texts?.example).toMatchObject({ run_id: runs[4], error: { code: "invalid_config" } });
    expect(numbers?.error_key).toMatch(/^invalid_config: .*#/);
    expect(numbers?.example.run_id).toBe(runs[2]);
    expect(numbers?.timeline).toHaveLength(24);
    expect(numbers?.timeline.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(Date.parse(numbers?.first_at ?? "")).toBeLessThanOrEqual(Date.parse(numbers?.last_at ?? ""));
  });

  it("count over the time asked for, in parts of equal length", async () => {
    const workflow = await createActive(app, dyingGraph, "Over time");
    const [old = "", recent = "", now = ""] = [
      await triggerRun(app, workflow.id, { amount: 1 }),
      await triggerRun(app, workflow.id, { amount: 2 }),
      await triggerRun(app, workflow.id, { amount: 3 }),
    ];
    await diedAt(old, new Date(Date.now() - 40 * 86_400_000).toISOString());
    await diedAt(recent, new Date(Date.now() - 3 * 3_600_000).toISOString());
    const count = async (query: string) => (await groups(`workflow_id=${workflow.id}${query}`)).body.items[0]?.count;
    expect(await count("")).toBe(3);
    expect(await count("&died_within=30d")).toBe(2);
    expect(await count("&died_within=1h")).toBe(1);
    const [group] = (await groups(`workflow_id=${workflow.id}`)).body.items;
    expect(group?.timeline[0]?.count).toBe(1);
    expect(group?.timeline[23]?.count).toBe(2);
    const [day] = (await groups(`workflow_id=${workflow.id}&died_within=24h`)).body.items;
    expect(day?.timeline.filter((part) => part.count > 0).map((part) => part.count)).toEqual([1, 1]);
    expect(day?.example.run_id).toBe(now);
  });

  it("are paged without a gap or a repeat, although more steps die meanwhile, also at the same moment", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 7; index++) {
      const { id } = await createActive(app, dyingGraph, "Paged");
      ids.push(id);
      await diedAt(await triggerRun(app, id, { amount: 1 }), "2026-01-31T09:30:00.000Z");
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const answer: { body: Groups } = await groups(`limit=2${cursor === null ? "" : `&cursor=${cursor}`}`);
      seen.push(...answer.body.items.map(({ workflow_id }) => workflow_id));
      cursor = answer.body.next_cursor;
      for (const id of ids) await triggerRun(app, id, { amount: 1 });
    } while (cursor !== null);
    expect(seen.filter((id) => ids.includes(id)).sort()).toEqual([...ids].sort());
  });

  it("refuse what does not fit", async () => {
    const [real] = [(await groups("limit=1")).body.next_cursor ?? ""];
    for (const query of ["limit=0", "died_within=1y", "cursor=junk", `cursor=${real}A`, "cursor=W10"])
      expect(refusal(await groups(query)), query).toEqual({ status: 422, code: "validation_error" });
    expect(refusal(await groups("workflow_id=x"))).toEqual({ status: 404, code: "not_found" });
    const list = await app.call("GET", "/api/dead-letters?node_id=%00");
    expect(refusal(list)).toEqual({ status: 422, code: "validation_error" });
  });
});

describe("the retry of a group", () => {
  it("retries each of its runs once, in batches, and no other; what dies again is not met again", async () => {
    const workflow = await createActive(app, dyingGraph, "Retried");
    const runs: string[] = [];
    for (let index = 0; index < 7; index++) runs.push(await triggerRun(app, workflow.id, { amount: index }));
    const other = await triggerRun(app, workflow.id, { amount: "text" });
    const group = (await groups(`workflow_id=${workflow.id}`)).body.items.find(({ count }) => count === 7);
    const { node_id = "", error_key = "" } = group ?? {};
    const batches: Changed["items"][] = [];
    let cursor: string | null = null;
    do {
      const answer: { status: number; body: Changed } = await retry({
        workflow_id: workflow.id,
        node_id,
        error_key,
        limit: 3,
        cursor,
      });
      expect(answer.status).toBe(200);
      batches.push(answer.body.items);
      cursor = answer.body.next_cursor;
      await app.call("POST", "/api/tick", { body: {} });
    } while (cursor !== null);
    expect(batches.map((batch) => batch.length)).toEqual([3, 3, 1]);
    expect(batches.flat().map(({ id }) => id)).toEqual(runs.toReversed());
    expect(batches.flat().every(({ status, error }) => status === "running" && error === null)).toBe(true);
    expect(await app.db.runEvent.count({ where: { runId: { in: runs }, type: "retry" } })).toBe(7);
    expect(await app.db.runEvent.count({ where: { runId: other, type: "retry" } })).toBe(0);
    const [again] = (await groups(`workflow_id=${workflow.id}`)).body.items.filter(({ count }) => count === 7);
    expect(again?.error_key).toBe(error_key);
  });

  it("tells of a run that has something else to do that it is not failed", async () => {
    app.stub.answer((_, response) => response.writeHead(500).end());
    const graph = callGraph(app.stub.url);
    const wait = { id: "wait", type: "delay", config: { seconds: 3600 } };
    const workflow = await createActive(app, {
      nodes: [...graph.nodes, wait],
      edges: [...graph.edges, { source: "start", target: "wait" }],
    });
    const runId = await triggerRun(app, workflow.id);
    for (let round = 0; round < 2; round++) await app.call("POST", "/api/tick", { body: { run_id: runId } });
    const [group] = (await groups(`workflow_id=${workflow.id}`)).body.items;
    expect(group?.node_id).toBe("call");
    const { workflow_id = "", node_id = "", error_key = "" } = group ?? {};
    expect((await retry({ workflow_id, node_id, error_key })).body).toEqual({
      items: [{ id: runId, status: "running", error: expect.objectContaining({ code: "run_not_failed" }) }],
      next_cursor: null,
    });
    expect(await getRun(app, runId)).toMatchObject({ status: "running" });
  });
});

describe("the key of an error", () => {
  const id = "01980000-0000-7000-8000-0000000000a1";
  const stepError = (code: string, message: string) => JSON.stringify({ code, message, details: { status: 500 } });

  it.each([
    [stepError("x", "Plain words."), "x: Plain words."],
    [stepError("x", `Run ${id.toUpperCase()} took 12.5 s, 1,200 ms at 10:30`), "x: Run * took # s, # ms at #"],
    [stepError("x", 'The value "a \\ b" and "" of item7'), 'x: The value "*" and "*" of item#'],
    [stepError("x", 'An "unclosed quote with 5\nlines'), 'x: An "unclosed quote with #\\nlines'],
    [stepError("x", "hash 0123456789abcdef0123 and deadbeefdeadbeef"), "x: hash * and deadbeefdeadbeef"],
    [
      stepError("http_status", "GET http://127.0.0.1:3000 answered 404 Not Found."),
      "http_status: GET http://# answered 404 Not Found.",
    ],
    [
      stepError("http_status", "GET https://a.example answered 503."),
      "http_status: GET https://a.example answered 503.",
    ],
    [
      '{"code" : "worker_lost", "message" : "The worker was lost.", "details" : null}',
      "worker_lost: The worker was lost.",
    ],
    [stepError("x", "nul \u0000 and half \ud800 of a pair"), "x: nul \\u#\\u#"],
    ['"no object"', "error: The step failed."],
  ])("of %s is %s", async (error, expected) => {
    const [row] = await app.db.$queryRaw<{ key: string }[]>`SELECT step_error_key(${error}) AS key`;
    if (expected.includes("\\u#")) expect(row?.key).toMatch(/^x: nul /);
    else expect(row?.key).toBe(expected);
  });

  it("is short, however long the message is", async () => {
    const error = stepError("x", "word ".repeat(100_000));
    const [row] = await app.db.$queryRaw<{ length: number }[]>`SELECT length(step_error_key(${error})) AS length`;
    expect(row?.length).toBeLessThanOrEqual(300);
  });
});
