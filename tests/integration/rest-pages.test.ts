import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createActive, triggerRun } from "./services/client";
import { logGraph, waitingGraph } from "./services/graphs";
import { startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

interface Page {
  items: { id: string; created_at: string; workflow_id: string; status: string }[];
  next_cursor: string | null;
}

/** All pages from the first to the last; between two pages something may happen. */
async function readPages(
  url: string,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Page["items"][]> {
  const pages: Page["items"][] = [];
  let cursor: string | null = null;
  do {
    const answer: { status: number; body: Page } = await app.call<Page>(
      "GET",
      cursor === null ? url : `${url}&cursor=${encodeURIComponent(cursor)}`,
    );
    expect(answer.status).toBe(200);
    pages.push(answer.body.items);
    cursor = answer.body.next_cursor;
    await between();
  } while (cursor !== null);
  return pages;
}

/** Copies of a run, all at one moment, as a burst of starts in one transaction would leave them. */
async function copyRun(runId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await app.db.$executeRaw`
    INSERT INTO run (id, workflow_id, version_id, status, input, trigger_type, actor, open_steps, created_at)
    SELECT copy.id, workflow_id, version_id, status, input, trigger_type, actor, open_steps,
      date_trunc('milliseconds', now())
    FROM run CROSS JOIN unnest(${ids}::uuid[]) AS copy(id) WHERE run.id = ${runId}::uuid`;
  await app.db.$executeRaw`
    INSERT INTO step_execution (run_id, workflow_id, node_id, node_type, status, attempt, max_attempts, next_retry_at, dedup_key,
      output, started_at, finished_at)
    SELECT copy.id, workflow_id, node_id, node_type, status, attempt, max_attempts, next_retry_at,
      'run-' || copy.id || ':node-' || node_id, output, started_at, finished_at
    FROM step_execution CROSS JOIN unnest(${ids}::uuid[]) AS copy(id) WHERE run_id = ${runId}::uuid`;
  return ids;
}

const idsOf = (pages: Page["items"][]): string[] => pages.flat().map(({ id }) => id);
const newestFirst = (items: Page["items"]): string[] =>
  [...items].sort((one, other) => (one.created_at + one.id < other.created_at + other.id ? 1 : -1)).map(({ id }) => id);

describe("pages of runs", () => {
  it("show each of 55 runs of one moment once, while others start, and nothing of another workflow", async () => {
    const workflow = await createActive(app, waitingGraph);
    const other = await createActive(app, waitingGraph);
    const first = await triggerRun(app, workflow.id);
    const copies = await copyRun(first, 54);
    await copyRun(await triggerRun(app, other.id), 200);

    const pages = await readPages(`/api/runs?workflow_id=${workflow.id}&limit=10`, () =>
      Promise.all(Array.from({ length: 5 }, () => triggerRun(app, workflow.id))),
    );
    expect(pages.map((page) => page.length)).toEqual([10, 10, 10, 10, 10, 5]);
    const ids = idsOf(pages);
    expect(new Set(ids)).toEqual(new Set([first, ...copies]));
    expect(ids).toEqual(newestFirst(pages.flat()));
    expect(pages.flat().every(({ workflow_id }) => workflow_id === workflow.id)).toBe(true);
  });

  it("end with a full last page, and keep their filter", async () => {
    const workflow = await createActive(app, waitingGraph);
    const done = await createActive(app, logGraph());
    await copyRun(await triggerRun(app, workflow.id), 19);
    await triggerRun(app, done.id);
    const pages = await readPages(`/api/runs?workflow_id=${workflow.id}&status=pending&limit=10`);
    expect(pages.map((page) => page.length)).toEqual([10, 10]);
    const all = await readPages("/api/runs?status=succeeded&limit=200");
    expect(all.flat().every(({ status }) => status === "succeeded")).toBe(true);
  });

  it("show 50 unless another number is asked for, up to 200", async () => {
    const workflow = await createActive(app, waitingGraph);
    await copyRun(await triggerRun(app, workflow.id), 209);
    const sizes = async (query: string) =>
      (await app.call<Page>("GET", `/api/runs?workflow_id=${workflow.id}${query}`)).body.items.length;
    expect(await sizes("")).toBe(50);
    expect(await sizes("&limit=1")).toBe(1);
    expect(await sizes("&limit=200")).toBe(200);
  });

  it("have nothing behind the last run", async () => {
    const workflow = await createActive(app, waitingGraph);
    await triggerRun(app, workflow.id);
    await triggerRun(app, workflow.id);
    const url = `/api/runs?workflow_id=${workflow.id}&limit=1`;
    const { body } = await app.call<Page>("GET", url);
    await app.db.stepExecution.deleteMany({ where: { workflowId: workflow.id } });
    await app.db.run.deleteMany({ where: { workflowId: workflow.id } });
    const behind = await app.call("GET", `${url}&cursor=${body.next_cursor}`);
    expect(behind.body).toEqual({ items: [], next_cursor: null });
  });

  it("refuse every cursor that they did not make", async () => {
    const workflow = await createActive(app, waitingGraph);
    await triggerRun(app, workflow.id);
    await triggerRun(app, workflow.id);
    const { body } = await app.call<Page>("GET", `/api/runs?workflow_id=${workflow.id}&limit=1`);
    const cursor = body.next_cursor ?? "";
    const encode = (text: string) => Buffer.from(text).toString("base64url");
    const forged = [
      cursor.slice(1),
      `${cursor}=`,
      `${cursor}A`,
      encode("1_x"),
      encode(`999999999999999_${workflow.id}`),
      encode(`-1_${workflow.id}`),
      encode(`1e3_${workflow.id}`),
      "%00",
      "x".repeat(5_000),
    ];
    for (const wrong of forged) {
      const answer = await app.call("GET", `/api/runs?cursor=${wrong}`);
      expect({ wrong, status: answer.status }).toEqual({ wrong, status: 422 });
    }
  });
});

it("pages of workflows and of secrets show each once under equal times", async () => {
  await Promise.all(Array.from({ length: 12 }, () => createActive(app, logGraph())));
  await app.db.$executeRaw`UPDATE workflow SET created_at = date_trunc('milliseconds', now())`;
  const secrets = Array.from({ length: 12 }, (_, index) => ({ key: `PAGE_${index}`, ciphertext: "x" }));
  await app.db.secret.createMany({ data: secrets });
  await app.db.$executeRaw`UPDATE secret SET created_at = date_trunc('milliseconds', now())`;

  const workflows = idsOf(await readPages("/api/workflows?limit=5"));
  expect(new Set(workflows).size).toBe(await app.db.workflow.count());
  expect(workflows).toHaveLength(new Set(workflows).size);

  const pages = await readPages("/api/secrets?limit=5");
  const keys = pages.flat().map((item) => (item as unknown as { key: string }).key);
  expect([...keys].sort()).toEqual(secrets.map(({ key }) => key).sort());
});
