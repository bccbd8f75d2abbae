import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createActive, createDraft, getRun, refusal, triggerRun } from "./services/client";
import { dyingGraph, logGraph } from "./services/graphs";
import { startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

interface DeadLetterPage {
  items: { id: string; run_id: string; node_id: string }[];
  next_cursor: string | null;
}

const list = (query = "") => app.call<DeadLetterPage>("GET", `/api/dead-letters${query}`);

describe("dead letters", () => {
  it("tell each dead step with its run, workflow, node, error and time, and nothing of its payload", async () => {
    const workflow = await createActive(app, dyingGraph, "Dies");
    const runId = await triggerRun(app, workflow.id, { amount: 7 });
    const { body } = await list(`?workflow_id=${workflow.id}`);
    expect(body).toEqual({
      items: [
        {
          id: expect.stringMatching(/^\d+$/),
          run_id: runId,
          run_status: "failed",
          workflow_id: workflow.id,
          workflow_name: "Dies",
          version: 1,
          node_id: "check",
          node_type: "condition",
          attempt: 1,
          max_attempts: 3,
          error: { code: "invalid_config", message: expect.stringContaining("7") },
          error_key: expect.stringMatching(/^invalid_config: .*\(#\)/),
          finished_at: expect.stringMatching(/\.\d{3}Z$/),
        },
      ],
      next_cursor: null,
    });
  });

  it("are paged without a gap or a repeat, although they died at the same moment and more die meanwhile", async () => {
    const workflow = await createActive(app, dyingGraph, "Pages");
    for (let count = 0; count < 25; count++) await triggerRun(app, workflow.id, { amount: count });
    await app.db
      .$executeRaw`UPDATE step_execution SET finished_at = '2026-01-01' WHERE workflow_id = ${workflow.id}::uuid AND status = 'dead'`;
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = `?workflow_id=${workflow.id}&limit=10${cursor === null ? "" : `&cursor=${cursor}`}`;
      const { body }: { body: DeadLetterPage } = await list(query);
      seen.push(...body.items.map(({ run_id }) => run_id));
      cursor = body.next_cursor;
      await triggerRun(app, workflow.id, { amount: -1 });
    } while (cursor !== null);
    expect(seen).toHaveLength(25);
    expect(new Set(seen).size).toBe(25);
  });

  it("go when their run is retried and succeed, and follow the status of their run", async () => {
    const workflow = await createActive(app, dyingGraph, "Follows");
    await triggerRun(app, workflow.id, { amount: 1 });
    expect((await list(`?workflow_id=${workflow.id}&status=failed`)).body.items).toHaveLength(1);
    expect((await list(`?workflow_id=${workflow.id}&status=succeeded`)).body.items).toHaveLength(0);
    const [letter] = (await list(`?workflow_id=${workflow.id}`)).body.items;
    await app.call("POST", `/api/runs/${letter?.run_id}/retry`);
    expect((await list(`?workflow_id=${workflow.id}`)).body.items).toHaveLength(0);
  });

  it("refuse a limit, status or cursor that does not fit", async () => {
    for (const query of ["?limit=0", "?limit=201", "?limit=x", "?status=dead", "?cursor=junk", "?cursor=MS1hYg"]) {
      expect(refusal(await list(query)), query).toEqual({ status: 422, code: "validation_error" });
    }
  });
});

describe("a test run", () => {
  const testRun = (id: string, body: unknown = {}) =>
    app.call<{ id: string }>("POST", `/api/workflows/${id}/test-run`, { body });

  it("runs a draft as it stands on a frozen copy, marked as a test, and leaves the draft a draft", async () => {
    const draft = await createDraft(app, logGraph());
    const { status, body } = await testRun(draft.id, { name: "Ada" });
    expect(status).toBe(202);
    const run = await getRun(app, body.id);
    expect(run).toMatchObject({ status: "succeeded", trigger_type: "test", version: 1 });
    expect(run.steps.at(-1)?.output).toEqual({ message: "hello Ada", level: "info" });

    const changed = { id: draft.id, name: draft.name, ...logGraph("changed") };
    expect((await app.call("POST", "/api/workflows", { body: changed })).status).toBe(200);
    const second = await testRun(draft.id);
    expect(await getRun(app, second.body.id)).toMatchObject({ version: 2 });
    expect((await getRun(app, body.id)).steps.at(-1)?.output).toEqual({ message: "hello Ada", level: "info" });
    expect((await app.call("GET", `/api/workflows/${draft.id}`)).body).toMatchObject({ status: "draft", version: 1 });
  });

  it("is possible for an active workflow, not for an archived one, an invalid draft or an unknown id", async () => {
    const active = await createActive(app, logGraph());
    expect((await testRun(active.id)).status).toBe(202);
    await app.call("POST", `/api/workflows/${active.id}/archive`);
    expect(refusal(await testRun(active.id))).toEqual({ status: 409, code: "conflict" });
    const invalid = await createDraft(app, { nodes: [{ id: "a", type: "log", config: {} }], edges: [] });
    expect(refusal(await testRun(invalid.id))).toEqual({ status: 422, code: "validation_error" });
    expect(refusal(await testRun("01980000-0000-7000-8000-00000000ffff"))).toEqual({ status: 404, code: "not_found" });
    expect(refusal(await testRun("nope"))).toEqual({ status: 404, code: "not_found" });
  });

  it("can be retried on its own copy", async () => {
    const draft = await createDraft(app, dyingGraph);
    const { body } = await testRun(draft.id, { amount: 1 });
    expect(await getRun(app, body.id)).toMatchObject({ status: "failed", trigger_type: "test" });
    expect((await app.call("POST", `/api/runs/${body.id}/retry`)).status).toBe(202);
  });
});
