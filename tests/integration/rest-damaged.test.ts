import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createActive, createDraft, getRun, refusal, triggerRun } from "./services/client";
import { logGraph } from "./services/graphs";
import { startWebApp, type WebApp } from "./services/web-app";

/** What was damaged by a hand on the database is told as such, stops nothing else, and leaves nothing half done. */
let app: WebApp;
beforeAll(async () => {
  app = await startWebApp({}, { unsound: { because: "stored rows are damaged by hand" } });
});
afterAll(() => app.close());
beforeEach(() => app.db.$executeRaw`TRUNCATE workflow, workflow_version, run, step_execution, run_event CASCADE`);

const tooDeep = `{"nodes":${"[".repeat(200)}${"]".repeat(200)},"edges":[]}`;
const damages = [
  ["no object", '"gone"'],
  ["no graph", "{}"],
  ["nodes that are none", '{"nodes": 1, "edges": []}'],
  ["a node of a type that there is not", '{"nodes": [{"id": "a", "type": "telepathy"}], "edges": []}'],
  ["no trigger", '{"nodes": [{"id": "a", "type": "log", "config": {"message": "x"}}], "edges": []}'],
  ["JSON of a depth that is refused at the door", tooDeep],
] as const;

async function damage(workflowId: string, definition: string): Promise<void> {
  await app.db.$executeRaw`ALTER TABLE workflow_version DISABLE TRIGGER USER`;
  await app.db
    .$executeRaw`UPDATE workflow_version SET definition = ${definition}::json WHERE workflow_id = ${workflowId}::uuid`;
  await app.db.$executeRaw`ALTER TABLE workflow_version ENABLE TRIGGER USER`;
  // As after a restart: no process knows the workflow from before.
  await app.db.$executeRaw`UPDATE workflow SET actor = actor WHERE id = ${workflowId}::uuid`;
}

const trigger = (id: string, key?: string) =>
  app.call<{ id: string; error?: { message: string } }>("POST", `/api/workflows/${id}/trigger`, {
    body: { amount: 1 },
    ...(key === undefined ? {} : { headers: { "idempotency-key": key } }),
  });

describe("a damaged definition", () => {
  it.each(damages)(
    "of %s: its trigger says so and starts nothing, and everything else goes on",
    async (_, definition) => {
      const { id } = await createActive(app, logGraph());
      const before = await trigger(id, "before");
      expect(before.status).toBe(202);
      await damage(id, definition);
      const runId = before.body.id;
      // The plan of a version is remembered for good; this version was read before. Another process has not.
      await app.db.$executeRaw`
      INSERT INTO workflow_version (id, workflow_id, number, definition, actor, published_at)
      SELECT gen_random_uuid(), workflow_id, 2, definition, actor, now() FROM workflow_version WHERE workflow_id = ${id}::uuid`;

      const refused = await trigger(id);
      expect(refusal(refused)).toEqual({ status: 409, code: "conflict" });
      expect(refused.body.error?.message).toMatch(/damaged in the database.*nothing was started.*pnpm run doctor/s);
      expect(refusal(await trigger(id, "new"))).toEqual({ status: 409, code: "conflict" });
      expect(await app.db.run.count()).toBe(1);
      // Whoever repeats a request gets its answer.
      expect(await trigger(id, "before")).toMatchObject({ status: 200, body: { id: runId } });

      await app.db.$executeRaw`
      UPDATE run SET version_id = (SELECT id FROM workflow_version WHERE workflow_id = ${id}::uuid AND number = 2)
      WHERE id = ${runId}::uuid`;
      const run = await getRun(app, runId);
      expect(run).toMatchObject({ id: runId, status: "succeeded" });
      for (const path of ["", "/overview", "/explanation", "/definition"]) {
        expect((await app.call("GET", `/api/runs/${runId}${path}`)).status, path).toBe(200);
      }
      expect((await app.call("GET", `/api/steps/${run.steps[0]?.id}`)).status).toBe(200);
      expect((await app.call("GET", "/api/workflows")).status).toBe(200);
      expect((await app.call("GET", "/api/runs")).status).toBe(200);
      expect([409, 422]).toContain((await app.call("POST", `/api/workflows/${id}/test-run`)).status);
      expect(await app.db.workflowVersion.count({ where: { kind: "test" } })).toBe(0);
      expect(await app.call("POST", `/api/workflows/${id}/archive`)).toMatchObject({ status: 200 });
      expect(await app.call("POST", `/api/workflows/${id}/restore`)).toMatchObject({ status: 200 });
    },
  );

  it("of a later release keeps the names of its nodes, those that are read by this one and the others", async () => {
    const { id } = await createActive(app, logGraph());
    const run = await triggerRun(app, id);
    const [first] = (await getRun(app, run)).steps;
    const definition = { nodes: [{ id: first?.node_id, type: "teleport", name: "Sent", later: true }], edges: [] };
    await app.db.$executeRaw`
      INSERT INTO workflow_version (id, workflow_id, number, definition, actor, published_at)
      VALUES (gen_random_uuid(), ${id}::uuid, 2, ${JSON.stringify(definition)}::json, 'test', now())`;
    await app.db.$executeRaw`
      UPDATE run SET version_id = (SELECT id FROM workflow_version WHERE workflow_id = ${id}::uuid AND number = 2)
      WHERE id = ${run}::uuid`;
    for (const path of [`/api/runs/${run}`, `/api/runs/${run}/overview`]) {
      const { body } = await app.call<{ steps: { name: string | null }[] }>("GET", path);
      expect(body.steps[0]?.name, path).toBe("Sent");
      expect(body.steps[1]?.name, path).toBeNull();
    }
    expect((await app.call<{ name: string }>("GET", `/api/steps/${first?.id}`)).body.name).toBe("Sent");
  });

  it.each(damages.slice(0, 4))(
    "of %s is not shown as an empty workflow, and a draft can be saved anew",
    async (_, definition) => {
      const { id } = await createDraft(app, logGraph());
      await damage(id, definition);
      const workflows = await app.db.workflow.count();
      for (const [method, action] of [
        ["GET", ""],
        ["GET", "/export"],
        ["POST", "/duplicate"],
      ] as const) {
        const answer = await app.call(method, `/api/workflows/${id}${action}`);
        expect(refusal(answer), action).toEqual({ status: 409, code: "conflict" });
      }
      expect(await app.db.workflow.count()).toBe(workflows);
      expect([409, 422]).toContain((await app.call("POST", `/api/workflows/${id}/activate`)).status);
      const saved = await app.call("POST", "/api/workflows", { body: { id, name: "Mended", ...logGraph() } });
      expect(saved.status).toBe(200);
      expect((await app.call("GET", `/api/workflows/${id}`)).status).toBe(200);
      expect((await app.call("POST", `/api/workflows/${id}/activate`)).status).toBe(200);
    },
  );

  it("is an active workflow without a version, too", async () => {
    const { id } = await createActive(app, logGraph());
    await app.db.$executeRaw`ALTER TABLE workflow_version DISABLE TRIGGER USER`;
    await app.db.$executeRaw`UPDATE workflow_version SET kind = 'test' WHERE workflow_id = ${id}::uuid`;
    await app.db.$executeRaw`ALTER TABLE workflow_version ENABLE TRIGGER USER`;
    await app.db.$executeRaw`UPDATE workflow SET actor = actor WHERE id = ${id}::uuid`;
    expect(refusal(await trigger(id))).toEqual({ status: 409, code: "conflict" });
  });
});

describe("damaged rows of runs", () => {
  it("hide no others: lists and pages are answered, and say what cannot be read", async () => {
    const { id } = await createActive(app, logGraph());
    const [good, bad] = [await triggerRun(app, id), await triggerRun(app, id)];
    await app.db.$executeRaw`
      UPDATE run SET trigger_type = 'telepathy', status = 'failed', dead_steps = 1, error = '{"x": 1}'::json WHERE id = ${bad}::uuid`;
    await app.db.$executeRaw`
      UPDATE step_execution SET status = 'dead', error = '7'::json WHERE run_id = ${bad}::uuid AND node_type = 'log'`;
    const list = await app.call<{ items: { id: string; error: { code: string } | null }[] }>("GET", "/api/runs");
    expect(list.body.items.map((item) => item.id).sort()).toEqual([good, bad].sort());
    expect(await getRun(app, bad)).toMatchObject({ error: { code: "unknown" } });
    expect(await app.call("GET", "/api/dead-letters")).toMatchObject({
      status: 200,
      body: { items: [{ run_id: bad, error: { code: "unknown" } }] },
    });
    await app.db.$executeRaw`UPDATE step_execution SET error = NULL WHERE run_id = ${bad}::uuid`;
    expect((await app.call("GET", "/api/dead-letters")).status).toBe(200);
    expect((await app.call("POST", `/api/runs/${bad}/retry`)).status).toBe(202);
  });

  it.each([200, 5_000])("of %d levels end the step that reads them, and no other", async (levels) => {
    const graph = {
      nodes: [
        { id: "start", type: "trigger", config: {} },
        { id: "wait", type: "delay", config: { seconds: 0 } },
        { id: "note", type: "delay", config: { seconds: "{{ steps.start.output.n }}" } },
      ],
      edges: [
        { source: "start", target: "wait" },
        { source: "wait", target: "note" },
      ],
    };
    const { id } = await createActive(app, graph);
    const runId = await triggerRun(app, id, { n: 0 });
    await app.db.$executeRaw`
      UPDATE step_execution SET output = ${`${"[".repeat(levels)}${"]".repeat(levels)}`}::json
      WHERE run_id = ${runId}::uuid AND node_id = 'start'`;
    const healthy = await triggerRun(app, id, { n: 0 });
    for (let round = 0; round < 30; round++) {
      await app.db
        .$executeRaw`UPDATE step_execution SET next_retry_at = date_trunc('milliseconds', now()) WHERE status = 'pending'`;
      await app.call("POST", "/api/tick");
    }
    expect(await getRun(app, healthy)).toMatchObject({ status: "succeeded" });
    expect(await getRun(app, runId)).toMatchObject({
      status: "failed",
      error: { node_id: "note", code: "missing_path" },
    });
  });
});
