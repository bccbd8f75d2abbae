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

  it("has nothing of a workflow that does not exist, and does not find a malformed one", async () => {
    const none = await app.call("GET", "/api/runs?workflow_id=01980000-0000-7000-8000-0000000000ff");
    expect(none).toMatchObject({ status: 200, body: { items: [], next_cursor: null } });
    expect(refusal(await app.call("GET", "/api/runs?workflow_id=x"))).toEqual({ status: 404, code: "not_found" });
  });

  it.each(["limit=0", "limit=-1", "limit=100000", "limit=x", "cursor=junk", "status=done"])(
    "refuses ?%s",
    async (query) => {
      expect(refusal(await app.call("GET", `/api/runs?${query}`))).toEqual({ status: 422, code: "validation_error" });
    },
  );

  it("tells the problems of a query together", async () => {
    const answer = await app.call<{ error: { details: { path: string }[] } }>("GET", "/api/runs?limit=0&status=done");
    expect(answer.body.error.details.map(({ path }) => path)).toEqual(["limit", "status"]);
  });
});
