import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { brokenInvariants } from "../support/invariants";
import { createActive, getRun, refusal, triggerRun } from "./services/client";
import { dyingGraph, logGraph, waitingGraph } from "./services/graphs";
import { startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

interface Changed {
  items: { id: string; status: string | null; error: { code: string; message: string } | null }[];
  next_cursor: string | null;
}

const change = (verb: "retry" | "cancel", body: object) => app.call<Changed>("POST", `/api/runs/${verb}`, { body });
const unknown = "01980000-0000-7000-8000-00000000ffff";

async function startMany(workflowId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) ids.push(await triggerRun(app, workflowId, { amount: index }));
  return ids;
}

/** All batches, until there is none left. */
async function changeAll(
  verb: "retry" | "cancel",
  filter: object,
  between = async () => {},
): Promise<Changed["items"][]> {
  const batches: Changed["items"][] = [];
  let cursor: string | null = null;
  do {
    const answer: { status: number; body: Changed } = await change(verb, { filter, limit: 4, cursor });
    expect(answer.status).toBe(200);
    batches.push(answer.body.items);
    cursor = answer.body.next_cursor;
    await between();
  } while (cursor !== null);
  return batches;
}

const eventsOf = (runId: string, type: string) => app.db.runEvent.count({ where: { runId, type } });

describe("several runs by their ids", () => {
  it("are changed one by one, and each is told of, in the order asked for", async () => {
    const waiting = await triggerRun(app, (await createActive(app, waitingGraph)).id);
    const failed = await triggerRun(app, (await createActive(app, dyingGraph)).id, { amount: 1 });
    const done = await triggerRun(app, (await createActive(app, logGraph())).id);
    const ids = [waiting, failed.toUpperCase(), unknown, "nope", done, failed];
    const retried = await change("retry", { ids });
    expect(retried.status).toBe(200);
    expect(retried.body.items.map(({ id, status, error }) => [id, status, error?.code ?? null])).toEqual([
      [waiting, "pending", "run_not_failed"],
      [failed, "running", null],
      [unknown, null, "not_found"],
      ["nope", null, "not_found"],
      [done, "succeeded", "run_not_failed"],
    ]);
    expect(retried.body.items[0]?.error?.message).toContain("this one is pending");
    const cancelled = await change("cancel", { ids });
    expect(cancelled.body.items.map(({ status, error }) => [status, error?.code ?? null])).toEqual([
      ["cancelled", null],
      ["cancelled", null],
      [null, "not_found"],
      [null, "not_found"],
      ["succeeded", "run_finished"],
    ]);
    expect(await getRun(app, waiting)).toMatchObject({ status: "cancelled" });
  });

  it("are changed once, whoever asks at the same moment, and once more changes nothing", async () => {
    const ids = await startMany((await createActive(app, dyingGraph)).id, 12);
    const answers = await Promise.all([change("retry", { ids }), change("retry", { ids }), change("retry", { ids })]);
    for (const id of ids) {
      const outcomes = answers.map(({ body }) => body.items.find((item) => item.id === id)?.error?.code ?? "done");
      expect(outcomes.sort()).toEqual(["done", "run_not_failed", "run_not_failed"]);
      expect(await eventsOf(id, "retry")).toBe(1);
    }
    const again = await change("retry", { ids });
    expect(again.body.items.every(({ error }) => error?.code === "run_not_failed")).toBe(true);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });
});

describe("runs that a filter picks", () => {
  it("are retried in batches, newest first, each once, although they fail again and others fail meanwhile", async () => {
    const { id } = await createActive(app, dyingGraph);
    const ids = await startMany(id, 10);
    const late: string[] = [];
    const batches = await changeAll("retry", { workflow_id: id }, async () => {
      await app.call("POST", "/api/tick", { body: {} });
      late.push(await triggerRun(app, id, { amount: -1 }));
    });
    expect(batches.map((batch) => batch.length)).toEqual([4, 4, 2]);
    expect(batches.flat().map((item) => item.id)).toEqual(ids.toReversed());
    expect(batches.flat().every(({ error }) => error === null)).toBe(true);
    for (const run of ids) expect(await eventsOf(run, "retry")).toBe(1);
    for (const run of late) expect(await eventsOf(run, "retry")).toBe(0);
  });

  it("are only those in a state for it, and only those that every condition picks", async () => {
    const waiting = await createActive(app, waitingGraph);
    const runs = await startMany(waiting.id, 3);
    const [first = ""] = runs;
    const done = await triggerRun(app, (await createActive(app, logGraph())).id);
    expect(await changeAll("cancel", { workflow_id: waiting.id, status: "failed" })).toEqual([[]]);
    expect(await changeAll("cancel", { workflow_id: waiting.id, status: "running" })).toEqual([[]]);
    expect(await changeAll("retry", { workflow_id: waiting.id })).toEqual([[]]);
    expect(await changeAll("cancel", { id: done })).toEqual([[]]);
    expect(await changeAll("cancel", { workflow_id: waiting.id, trigger_type: "ui" })).toEqual([[]]);
    expect(await changeAll("cancel", { workflow_id: waiting.id, created_before: "2026-01-01T00:00:00Z" })).toEqual([
      [],
    ]);
    expect((await changeAll("cancel", { id: first.slice(-8) })).flat().map(({ id }) => id)).toEqual([first]);
    const rest = await changeAll("cancel", { workflow_id: waiting.id, created_within: "1h" });
    expect(rest.flat()).toHaveLength(2);
    for (const run of runs) expect(await getRun(app, run)).toMatchObject({ status: "cancelled" });
  });

  it.each([
    [{}, "filter"],
    [{ ids: [] }, "ids"],
    [{ ids: [unknown], filter: {} }, "filter"],
    [{ ids: Array.from({ length: 201 }, () => unknown) }, "ids"],
    [{ filter: { workflow: "typo" } }, "filter.workflow"],
    [{ filter: {}, limit: 201 }, "limit"],
    [{ filter: {}, everything: true }, "everything"],
    [{ filter: { created_after: "yesterday" } }, "filter.created_after"],
    [{ filter: { id: "zz" } }, "filter.id"],
    [{ filter: {}, cursor: "junk" }, "cursor"],
  ])("are not guessed at: %j", async (body, path) => {
    const answer = await app.call<{ error: { details: { path: string }[] } }>("POST", "/api/runs/cancel", { body });
    expect(refusal(answer)).toEqual({ status: 422, code: "validation_error" });
    expect(answer.body.error.details.map((problem) => problem.path)).toEqual([path]);
  });
});

it("what fails for one run alone is told of that run, and is no reason to leave the others", async () => {
  const ids = await startMany((await createActive(app, waitingGraph)).id, 3);
  const [, broken = ""] = ids;
  await app.db.$executeRawUnsafe(`
    CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
  await app.db.$executeRawUnsafe(`
    CREATE TRIGGER refuse_one BEFORE UPDATE ON run FOR EACH ROW WHEN (OLD.id = '${broken}') EXECUTE FUNCTION refuse_one()`);
  try {
    const { body } = await change("cancel", { ids });
    expect(body.items.map(({ status, error }) => [status, error?.code ?? null])).toEqual([
      ["cancelled", null],
      ["pending", "internal_error"],
      ["cancelled", null],
    ]);
    expect(refusal(await change("cancel", { ids: [broken] }))).toEqual({ status: 500, code: "internal_error" });
  } finally {
    await app.db.$executeRawUnsafe("DROP TRIGGER refuse_one ON run");
  }
  expect((await change("cancel", { ids: [broken] })).body.items[0]).toMatchObject({ status: "cancelled", error: null });
});
