import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createActive,
  createDraft,
  type ErrorBody,
  getRun,
  openConnections,
  refusal,
  triggerRun,
} from "./services/client";
import { dyingGraph, logGraph, waitingGraph } from "./services/graphs";
import { startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

interface Started {
  id: string;
  workflow_id: string;
  status: string;
  created_at: string;
}

const trigger = (id: string, body?: unknown, headers?: Record<string, string>) =>
  app.call<Started>("POST", `/api/workflows/${id}/trigger`, { body, ...(headers ? { headers } : {}) });
const withKey = (key: string) => ({ "idempotency-key": key });

describe("payload", () => {
  it("starts a run and tells how it stands", async () => {
    const workflow = await createActive(app, waitingGraph);
    const answer = await trigger(workflow.id, { amount: 1 });
    expect(answer.status).toBe(202);
    expect(Object.keys(answer.body).sort()).toEqual(["created_at", "id", "status", "workflow_id"]);
    expect(answer.body).toMatchObject({ workflow_id: workflow.id, status: "pending" });
    expect(answer.body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it("takes no body for an empty object", async () => {
    const workflow = await createActive(app, logGraph());
    const answer = await trigger(workflow.id);
    expect(answer.status).toBe(202);
    expect((await app.call("GET", `/api/runs/${answer.body.id}`)).text).toContain('"input":{},');
    // Any page can make a browser send such a request.
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await trigger(workflow.id, undefined, form)).status).toBe(415);
  });

  it.each([
    ["null", "null"],
    ["a number", "12.50"],
    ["a text", '"text"'],
    ["a list", "[1,2]"],
    ["numbers that JavaScript would round", '{"big":9007199254740993,"money":1.10,"huge":1e400,"negative":-0.0}'],
    ["keys in their order, and twice", '{"b":1,"a":2,"b":3}'],
    ["U+0000 and half surrogate pairs", '{"nul":"a\\u0000b","half":"\\ud800","key\\u0000":1}'],
    ["keys with a meaning elsewhere", '{"__proto__":{"a":1},"constructor":1,"toJSON":"x"}'],
    ["blanks and line feeds", ' {\n "a" : [ 1 ,\t2 ] }\n'],
    ["128 levels", `${"[".repeat(128)}${"]".repeat(128)}`],
  ])("keeps %s to the letter", async (_, text) => {
    const workflow = await createActive(app, waitingGraph);
    const answer = await trigger(workflow.id, text);
    expect(answer.status).toBe(202);
    const run = await app.call<{ input: unknown }>("GET", `/api/runs/${answer.body.id}`);
    expect(run.text).toContain(`"input":${text},`);
    expect(run.body.input).toEqual(JSON.parse(text));
  });

  it("shows a run that finished at once as it is", async () => {
    const succeeded = await createActive(app, logGraph());
    const dead = await createActive(app, dyingGraph);
    expect((await trigger(succeeded.id, { name: "Ada" })).body.status).toBe("succeeded");
    const failed = await trigger(dead.id, { amount: 5 });
    expect(failed.body.status).toBe("failed");
    const run = await getRun(app, failed.body.id);
    expect(run).toMatchObject({ status: "failed", error: { node_id: "check" } });
    const check = run.steps.find((step) => step.node_id === "check");
    expect(check?.status).toBe("dead");
    expect(check?.attempts).toHaveLength(1);
    expect(check?.attempts[0]?.error?.code).toBe(run.error?.code);
  });

  it("refuses a workflow that is a draft", async () => {
    const draft = await createDraft(app, logGraph());
    expect(refusal(await trigger(draft.id))).toEqual({ status: 409, code: "not_active" });
  });
});

describe("idempotency key", () => {
  it("makes one run of twenty requests at once, with the same answer for all", async () => {
    const workflow = await createActive(app, waitingGraph);
    await openConnections(app);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => trigger(workflow.id, { order: 7 }, withKey("order-7"))),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await app.db.run.count({ where: { workflowId: workflow.id } })).toBe(1);
    expect(await app.db.stepExecution.count({ where: { workflowId: workflow.id } })).toBe(2);
  });

  it("takes payloads that are equal as JSON for the same, and no other", async () => {
    const workflow = await createActive(app, waitingGraph);
    const first = await trigger(workflow.id, '{"a":1,"b":[1.0,2]}', withKey("k"));
    const repeat = await trigger(workflow.id, ' { "b" : [ 1, 20e-1 ], "a" : 1.0 } ', withKey("k"));
    expect(repeat).toMatchObject({ status: 200, body: { id: first.body.id } });
    for (const other of ['{"a":1,"b":[2,1]}', '{"a":"1","b":[1,2]}', "{}", "null", '{"a":9007199254740993}']) {
      const refused = await trigger(workflow.id, other, withKey("k"));
      expect(refusal(refused)).toEqual({ status: 409, code: "idempotency_conflict" });
    }
    const exact = await trigger(workflow.id, "9007199254740993", withKey("exact"));
    expect(exact.status).toBe(202);
    expect(refusal(await trigger(workflow.id, "9007199254740992", withKey("exact"))).code).toBe("idempotency_conflict");
  });

  it("answers the same run after it ended, failed, was cancelled, and when the workflow is archived", async () => {
    const done = await createActive(app, logGraph());
    const dead = await createActive(app, dyingGraph);
    const open = await createActive(app, waitingGraph);
    for (const [workflow, status] of [
      [done, "succeeded"],
      [dead, "failed"],
      [open, "cancelled"],
    ] as const) {
      const first = await trigger(workflow.id, { amount: 1 }, withKey("once"));
      if (status === "cancelled") await app.call("POST", `/api/runs/${first.body.id}/cancel`);
      const expected = { ...first.body, status };
      expect(await trigger(workflow.id, { amount: 1 }, withKey("once"))).toMatchObject({ status: 200, body: expected });
      await app.call("POST", `/api/workflows/${workflow.id}/archive`);
      expect(await trigger(workflow.id, { amount: 1 }, withKey("once"))).toMatchObject({ status: 200, body: expected });
      const other = await trigger(workflow.id, { amount: 2 }, withKey("once"));
      expect(refusal(other)).toEqual({ status: 409, code: "idempotency_conflict" });
      expect(refusal(await trigger(workflow.id, {}, withKey("new")))).toEqual({ status: 409, code: "not_active" });
    }
  });

  it("is of one workflow: another one starts its own run", async () => {
    const one = await createActive(app, waitingGraph);
    const other = await createActive(app, waitingGraph);
    const first = await trigger(one.id, {}, withKey("shared"));
    const second = await trigger(other.id, {}, withKey("shared"));
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(first.body.id).not.toBe(second.body.id);
  });

  it("has 1 to 255 characters", async () => {
    const workflow = await createActive(app, waitingGraph);
    expect((await trigger(workflow.id, {}, withKey("k".repeat(255)))).status).toBe(202);
    for (const key of ["", "k".repeat(256)]) {
      const answer = await app.call<ErrorBody>("POST", `/api/workflows/${workflow.id}/trigger`, {
        headers: withKey(key),
      });
      expect(refusal(answer)).toEqual({ status: 422, code: "validation_error" });
      expect(answer.body.error.details).toMatchObject([{ path: "idempotency_key" }]);
    }
  });
});

it("what starts over REST says so", async () => {
  const workflow = await createActive(app, logGraph());
  expect(await getRun(app, await triggerRun(app, workflow.id))).toMatchObject({ trigger_type: "api", version: 1 });
});
