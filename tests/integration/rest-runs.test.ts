import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createActive, getRun, openConnections, type RunBody, refusal, triggerRun } from "./services/client";
import { callGraph, logGraph, waitingGraph } from "./services/graphs";
import { startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

const act = (id: string, verb: string) => app.call<RunBody>("POST", `/api/runs/${id}/${verb}`);
const tick = (body?: unknown) => app.call<{ claimed: number; completed: number }>("POST", "/api/tick", { body });

describe("get", () => {
  it("tells everything about a run, in the order of its steps", async () => {
    const workflow = await createActive(app, logGraph(), "Told in full");
    const id = await triggerRun(app, workflow.id, { name: "Ada" });
    const { status, body } = await app.call<RunBody>("GET", `/api/runs/${id}`);
    expect(status).toBe(200);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const once = [{ attempt: 1, started_at: time, finished_at: time, error: null }];
    const common = {
      status: "succeeded",
      attempt: 1,
      next_retry_at: null,
      error: null,
      started_at: time,
      finished_at: time,
      attempts: once,
    };
    expect(body).toEqual({
      id,
      workflow_id: workflow.id,
      workflow_name: "Told in full",
      version: 1,
      status: "succeeded",
      trigger_type: "api",
      input: { name: "Ada" },
      error: null,
      created_at: time,
      started_at: time,
      finished_at: time,
      steps: [
        {
          ...common,
          id: expect.stringMatching(/^\d+$/),
          node_id: "start",
          node_type: "trigger",
          name: null,
          max_attempts: 1,
          dedup_key: `run-${id}:node-start`,
          input: null,
          output: { name: "Ada" },
        },
        {
          ...common,
          id: expect.stringMatching(/^\d+$/),
          node_id: "note",
          node_type: "log",
          name: "Note",
          max_attempts: 3,
          dedup_key: `run-${id}:node-note`,
          input: { message: "hello Ada" },
          output: { message: "hello Ada", level: "info" },
        },
      ],
    });
  });

  it("does not find unknown and malformed ids", async () => {
    for (const id of ["01980000-0000-7000-8000-0000000000ff", "x", "1"]) {
      expect(refusal(await app.call("GET", `/api/runs/${id}`))).toEqual({ status: 404, code: "not_found" });
      for (const verb of ["retry", "cancel"]) {
        expect(refusal(await act(id, verb))).toEqual({ status: 404, code: "not_found" });
      }
      expect(refusal(await tick({ run_id: id }))).toEqual({ status: 404, code: "not_found" });
    }
  });

  it("takes the same few statements for two steps and for three hundred", async () => {
    const nodes = Array.from({ length: 299 }, (_, index) => ({
      id: `n${index}`,
      type: "log",
      config: { message: "x" },
    }));
    const large = await createActive(app, {
      nodes: [{ id: "start", type: "trigger", config: {} }, ...nodes],
      edges: nodes.map(({ id }) => ({ source: "start", target: id })),
    });
    const smallRun = await triggerRun(app, (await createActive(app, logGraph())).id);
    const largeRun = await triggerRun(app, large.id);
    const countStatements = async (id: string): Promise<number> => {
      const query = vi.spyOn(pg.Client.prototype, "query");
      await getRun(app, id);
      const count = query.mock.calls.length;
      query.mockRestore();
      return count;
    };
    await countStatements(await triggerRun(app, (await createActive(app, logGraph())).id));
    // The names of a version's nodes are read once.
    const first = await countStatements(smallRun);
    expect(first).toBeLessThanOrEqual(7);
    expect(await countStatements(largeRun)).toBe(first);
    const few = await countStatements(smallRun);
    expect(few).toBeLessThanOrEqual(6);
    expect(await countStatements(largeRun)).toBe(few);
    expect((await getRun(app, largeRun)).steps).toHaveLength(300);
  });
});

describe("cancel", () => {
  it("ends an unfinished run without any worker; a second cancel, retry and tick find it finished", async () => {
    const workflow = await createActive(app, waitingGraph);
    const id = await triggerRun(app, workflow.id);
    const cancelled = await act(id, "cancel");
    expect(cancelled.status).toBe(202);
    expect(cancelled.body).toMatchObject({ id, status: "cancelled", error: null });
    expect(cancelled.body.finished_at).not.toBeNull();
    expect(cancelled.body.steps.map((step) => step.status)).toEqual(["succeeded", "cancelled"]);
    expect(refusal(await act(id, "cancel"))).toEqual({ status: 409, code: "run_finished" });
    expect(refusal(await act(id, "retry"))).toEqual({ status: 409, code: "run_not_failed" });
    expect((await tick({ run_id: id })).body).toEqual({ claimed: 0, completed: 0 });
  });

  it("lets one of ten through", async () => {
    const workflow = await createActive(app, waitingGraph);
    const id = await triggerRun(app, workflow.id);
    await openConnections(app);
    const answers = await Promise.all(Array.from({ length: 10 }, () => act(id, "cancel")));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 9 }, () => 409)]);
  });

  it("shows the try that it cut off", async () => {
    const arrived = new Promise<void>((resolve) => app.stub.answer(() => resolve()));
    const workflow = await createActive(app, callGraph(app.stub.url));
    const id = await triggerRun(app, workflow.id);
    const ticking = tick({ run_id: id });
    await arrived;
    const { body } = await act(id, "cancel");
    const call = body.steps.find((step) => step.node_id === "call");
    expect(call).toMatchObject({ status: "cancelled", attempts: [{ attempt: 1, error: null }] });
    expect(call?.attempts[0]?.finished_at).not.toBeNull();
    await ticking;
    expect((await getRun(app, id)).status).toBe("cancelled");
  });
});

describe("retry", () => {
  it("refuses runs that are not failed", async () => {
    const done = await triggerRun(app, (await createActive(app, logGraph())).id);
    const open = await triggerRun(app, (await createActive(app, waitingGraph)).id);
    for (const id of [done, open]) {
      expect(refusal(await act(id, "retry"))).toEqual({ status: 409, code: "run_not_failed" });
    }
    expect(refusal(await act(done, "cancel"))).toEqual({ status: 409, code: "run_finished" });
  });

  it("repeats what died and nothing else, once for two clicks, also when the workflow is archived", async () => {
    let failing = true;
    app.stub.answer((_, response) =>
      response.writeHead(failing ? 500 : 201, { "content-type": "application/json" }).end("{}"),
    );
    const before = app.stub.requests;
    const graph = callGraph(app.stub.url, 2);
    const workflow = await createActive(app, graph);
    const id = await triggerRun(app, workflow.id, { amount: 1 });
    expect((await tick({ run_id: id })).body).toEqual({ claimed: 1, completed: 1 });
    const waiting = (await getRun(app, id)).steps.find((step) => step.node_id === "call");
    expect(waiting).toMatchObject({ status: "pending", attempt: 1, attempts: [{ attempt: 1 }] });
    expect(waiting?.next_retry_at).not.toBeNull();

    const failed = await tickUntil(id, "failed");
    expect(failed.error).toMatchObject({ node_id: "call", code: expect.any(String), message: expect.any(String) });
    expect(failed.steps.find((step) => step.node_id === "call")).toMatchObject({
      status: "dead",
      attempt: 2,
      error: { code: failed.error?.code, details: { status: 500, body: {} } },
      attempts: [{ attempt: 1, error: { code: failed.error?.code } }, { attempt: 2 }],
    });

    await app.call("POST", `/api/workflows/${workflow.id}/archive`);
    failing = false;
    const clicks = await Promise.all([act(id, "retry"), act(id, "retry")]);
    expect(clicks.map(({ status }) => status).sort()).toEqual([202, 409]);
    const retried = clicks.find(({ status }) => status === 202)?.body;
    expect(retried).toMatchObject({ id, version: 1, status: "running", error: null, finished_at: null });
    const succeeded = await tickUntil(id, "succeeded");
    expect(succeeded.steps.find((step) => step.node_id === "call")).toMatchObject({
      status: "succeeded",
      attempt: 1,
      attempts: [{ attempt: 1 }, { attempt: 2 }, { attempt: 1, error: null }],
    });
    expect(app.stub.requests - before).toBe(3);
  });

  async function tickUntil(id: string, status: string): Promise<RunBody> {
    for (let round = 0; round < 100; round++) {
      const run = await getRun(app, id);
      if (run.status === status) return run;
      await tick({ run_id: id });
      await sleep(100);
    }
    throw new Error(`the run ${id} did not become ${status}`);
  }
});

describe("tick", () => {
  it("never hastens a delay", async () => {
    const id = await triggerRun(app, (await createActive(app, waitingGraph)).id);
    expect((await tick({ run_id: id })).body).toEqual({ claimed: 1, completed: 1 });
    expect((await tick({ run_id: id })).body).toEqual({ claimed: 0, completed: 0 });
    expect((await getRun(app, id)).status).toBe("running");
  });

  it("takes no body, or an object", async () => {
    expect((await tick()).status).toBe(200);
    expect((await tick({})).status).toBe(200);
    for (const body of [{ run_id: 5 }, [], '"text"']) {
      expect(refusal(await tick(body))).toEqual({ status: 422, code: "validation_error" });
    }
  });
});
