import { afterAll, beforeAll, expect, it } from "vitest";
import { createActive, createDraft, type ErrorBody, refusal, triggerRun } from "./services/client";
import { dyingGraph, logGraph, waitingGraph } from "./services/graphs";
import { startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

interface Item {
  id: string;
  name: string;
  last_run: { id: string; status: string; created_at: string } | null;
  recent_runs: { finished: number; succeeded: number };
}

async function list(query = ""): Promise<Item[]> {
  return (await app.call<{ items: Item[] }>("GET", `/api/workflows${query}`)).body.items;
}

async function itemOf(id: string): Promise<Item | undefined> {
  return (await list()).find((item) => item.id === id);
}

it("tells the newest run and how the latest ended, without test runs", async () => {
  const { id } = await createActive(app, logGraph("{{ trigger.name }}"));
  expect(await itemOf(id)).toMatchObject({ last_run: null, recent_runs: { finished: 0, succeeded: 0 } });

  await triggerRun(app, id, { name: "one" });
  await triggerRun(app, id, { name: "two" });
  const failed = await triggerRun(app, id, {});
  await app.call("POST", `/api/workflows/${id}/test-run`, { body: {} });
  await app.call("POST", `/api/workflows/${id}/test-run`, { body: { name: "test" } });
  expect(await itemOf(id)).toMatchObject({
    last_run: { id: failed, status: "failed" },
    recent_runs: { finished: 3, succeeded: 2 },
  });

  const waiting = await createActive(app, waitingGraph);
  const open = await triggerRun(app, waiting.id);
  const nothingYet = { finished: 0, succeeded: 0 };
  expect(await itemOf(waiting.id)).toMatchObject({ last_run: { id: open }, recent_runs: nothingYet });
  await app.call("POST", `/api/runs/${open}/cancel`);
  const cancelled = { last_run: { id: open, status: "cancelled" }, recent_runs: nothingYet };
  expect(await itemOf(waiting.id)).toMatchObject(cancelled);
});

it("looks at the latest hundred only", async () => {
  const { id } = await createActive(app, dyingGraph);
  await triggerRun(app, id, {});
  const { versionId } = await app.db.run.findFirstOrThrow({ where: { workflowId: id }, select: { versionId: true } });
  await app.db.$executeRaw`
    INSERT INTO run (id, workflow_id, version_id, status, input, trigger_type, actor, open_steps, created_at)
    SELECT gen_random_uuid(), ${id}::uuid, ${versionId}::uuid, 'succeeded', '{}', 'api', 'test', 0,
      now() + number * interval '1 second'
    FROM generate_series(1, 99) AS number`;
  expect(await itemOf(id)).toMatchObject({ recent_runs: { finished: 100, succeeded: 99 } });
  await app.db
    .$executeRaw`UPDATE run SET created_at = now() - interval '1 day' WHERE status = 'failed' AND workflow_id = ${id}::uuid`;
  await app.db.$executeRaw`
    INSERT INTO run (id, workflow_id, version_id, status, input, trigger_type, actor, open_steps)
    VALUES (gen_random_uuid(), ${id}::uuid, ${versionId}::uuid, 'succeeded', '{}', 'api', 'test', 0)`;
  expect(await itemOf(id)).toMatchObject({ recent_runs: { finished: 100, succeeded: 100 } });
  // They have no steps, and no database is left like that.
  await app.db.run.deleteMany({ where: { actor: "test" } });
});

it("finds words in name and description, whatever they are made of", async () => {
  const body = { name: "Größe 100%_sure\\maybe", description: "Sends the INVOICE to Zoë", ...logGraph() };
  const { id } = (await app.call<{ id: string }>("POST", "/api/workflows", { body })).body;
  const found = async (search: string) =>
    (await list(`?search=${encodeURIComponent(search)}`)).some((item) => item.id === id);
  for (const text of ["größe", "invoice 100%", "SURE\\MAY", "%_", "zoë sends", "  ", ""])
    expect(await found(text)).toBe(true);
  for (const text of ["100_", "gr_ße", "invoice nowhere", "%s%"]) expect(await found(text)).toBe(false);
  expect(await list("?search=invoice&status=archived")).toEqual([]);
  for (const query of ["?search=%00", `?search=${"x".repeat(201)}`]) {
    expect(refusal(await app.call<ErrorBody>("GET", `/api/workflows${query}`))).toEqual({
      status: 422,
      code: "validation_error",
    });
  }
});

it("pages through what matches, each once", async () => {
  const created = [];
  for (let count = 0; count < 5; count++) created.push((await createDraft(app, logGraph(), `Paged ${count}`)).id);
  const seen: string[] = [];
  let cursor = "";
  do {
    const page = await app.call<{ items: Item[]; next_cursor: string | null }>(
      "GET",
      `/api/workflows?search=paged&limit=2${cursor && `&cursor=${cursor}`}`,
    );
    seen.push(...page.body.items.map(({ id }) => id));
    cursor = page.body.next_cursor ?? "";
  } while (cursor !== "");
  expect(seen).toEqual(created.reverse());
});
