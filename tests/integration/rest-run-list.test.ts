import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createActive, type RunBody, refusal, triggerRun } from "./services/client";
import { dyingGraph } from "./services/graphs";
import { startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

describe("list", () => {
  it("filters by workflow and status", async () => {
    const workflow = await createActive(app, dyingGraph, "Filtered");
    const failed = await triggerRun(app, workflow.id, { amount: 1 });
    const passed = await triggerRun(app, workflow.id, { amount: true });
    const list = async (query: string) => {
      const answer = await app.call<{ items: RunBody[] }>("GET", `/api/runs?workflow_id=${workflow.id}${query}`);
      return answer.body.items;
    };
    expect((await list("")).map(({ id }) => id)).toEqual([passed, failed]);
    expect(await list("&status=failed")).toMatchObject([
      { id: failed, error: { node_id: "check" }, workflow_name: "Filtered" },
    ]);
    expect(await list("&status=cancelled")).toEqual([]);
    for (const item of await list("")) {
      for (const absent of ["steps", "input", "output"]) expect(item).not.toHaveProperty(absent);
    }
  });

  it("filters by time, trigger and id, and by all of it together", async () => {
    const workflow = await createActive(app, dyingGraph, "By everything");
    const [one = "", two = ""] = [await triggerRun(app, workflow.id), await triggerRun(app, workflow.id)];
    const test = await app.call<{ id: string }>("POST", `/api/workflows/${workflow.id}/test-run`);
    await app.db.run.update({ where: { id: one }, data: { createdAt: new Date("2026-01-31T09:30:00.000Z") } });
    const list = async (query: string) => {
      const answer = await app.call<{ items: RunBody[] }>("GET", `/api/runs?workflow_id=${workflow.id}&${query}`);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.items.map(({ id }) => id);
    };
    expect(await list("created_within=1h")).toEqual([test.body.id, two]);
    expect(await list("created_before=2026-01-31T09:30:00.001Z")).toEqual([one]);
    expect(await list("created_before=2026-01-31T09:30:00.000Z")).toEqual([]);
    expect(await list("created_after=2026-01-31T10:30:00.000%2B01:00&created_before=2026-02-01T00:00:00Z")).toEqual([
      one,
    ]);
    expect(await list("trigger_type=test")).toEqual([test.body.id]);
    expect(await list("trigger_type=not_test")).toEqual([two, one]);
    expect(await list("trigger_type=api&created_within=24h&status=failed")).toEqual([two]);
    expect(await list("trigger_type=ui")).toEqual([]);
    expect(await list(`id=${one.toUpperCase()}`)).toEqual([one]);
    expect(await list(`id=${two},${one},01980000-0000-7000-8000-0000000000ff`)).toEqual([two, one]);
    expect(await list(`id=${two.slice(-8).toUpperCase()}`)).toEqual([two]);
    expect(await list(`id=${two.slice(-13)}&status=succeeded`)).toEqual([]);
  });

  it("has nothing of a workflow that does not exist, and does not find a malformed one", async () => {
    const none = await app.call("GET", "/api/runs?workflow_id=01980000-0000-7000-8000-0000000000ff");
    expect(none).toMatchObject({ status: 200, body: { items: [], next_cursor: null } });
    expect(refusal(await app.call("GET", "/api/runs?workflow_id=x"))).toEqual({ status: 404, code: "not_found" });
  });

  it.each([
    "limit=0",
    "limit=-1",
    "limit=100000",
    "limit=x",
    "cursor=junk",
    "status=done",
    "id=xyz",
    "id=abc",
    "trigger_type=cron",
    "created_within=2h",
    "created_after=2026-13-01T00:00:00Z",
    "created_before=0001-01-01T00:00:00Z",
    "created_before=now",
  ])("refuses ?%s", async (query) => {
    expect(refusal(await app.call("GET", `/api/runs?${query}`))).toEqual({ status: 422, code: "validation_error" });
  });

  it("tells the problems of a query together", async () => {
    const answer = await app.call<{ error: { details: { path: string }[] } }>("GET", "/api/runs?limit=0&status=done");
    expect(answer.body.error.details.map(({ path }) => path)).toEqual(["limit", "status"]);
  });
});
