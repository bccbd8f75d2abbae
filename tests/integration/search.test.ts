import { afterAll, beforeAll, expect, it } from "vitest";
import { findByText } from "@/services/search/find";
import { createActive, createDraft, triggerRun } from "./services/client";
import { logGraph } from "./services/graphs";
import { startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

const find = (text: string, workflow_status?: "active") =>
  findByText({ db: app.db, actor: "test" }, { text, workflow_status });

it("finds workflows by name and id, and runs by id, its ends, and their workflow's name", async () => {
  const orders = await createActive(app, logGraph(), "Order intake");
  const invoices = await createDraft(app, logGraph(), "Invoice 50%");
  const run = await triggerRun(app, orders.id);
  const other = await triggerRun(app, orders.id);

  const ids = async (text: string, status?: "active") => {
    const { workflows, runs } = await find(text, status);
    return { workflows: workflows.map(({ id }) => id), runs: runs.map(({ id }) => id) };
  };
  expect(await ids("take ORD")).toEqual({ workflows: [orders.id], runs: [other, run] });
  expect(await ids("50%")).toEqual({ workflows: [invoices.id], runs: [] });
  expect(await ids("0%_")).toEqual({ workflows: [], runs: [] });
  expect(await ids(` ${run} `)).toEqual({ workflows: [], runs: [run] });
  expect(await ids(run.toUpperCase())).toEqual({ workflows: [], runs: [run] });
  expect(await ids(run.slice(-8))).toEqual({ workflows: [], runs: [run] });
  expect((await ids(run.slice(0, 8))).runs).toContain(run);
  expect((await ids(orders.id.slice(0, 30))).workflows).toEqual([orders.id]);
  expect(await ids("", "active")).toEqual({ workflows: [orders.id], runs: [] });
  expect((await ids("")).workflows).toEqual([invoices.id, orders.id]);

  await app.call("POST", `/api/workflows/${invoices.id}/archive`);
  // What is out of use comes last.
  expect((await ids("")).workflows).toEqual([orders.id, invoices.id]);
});

it("finds a run of long ago by its whole id and by its beginning", async () => {
  const { id } = await createActive(app, logGraph(), "Old");
  const run = await triggerRun(app, id);
  const { versionId } = await app.db.run.findUniqueOrThrow({ where: { id: run }, select: { versionId: true } });
  await app.db.$executeRaw`UPDATE run SET created_at = now() - interval '1 year' WHERE id = ${run}::uuid`;
  await app.db.$executeRaw`
    INSERT INTO run (id, workflow_id, version_id, status, input, trigger_type, actor, open_steps)
    SELECT gen_random_uuid(), ${id}::uuid, ${versionId}::uuid, 'succeeded', '{}', 'api', 'test', 0
    FROM generate_series(1, 20001)`;
  for (const text of [run, run.slice(0, 28)]) expect((await find(text)).runs.map(({ id }) => id)).toEqual([run]);
  // They have no steps, and no database is left like that.
  await app.db.run.deleteMany({ where: { actor: "test" } });
});
