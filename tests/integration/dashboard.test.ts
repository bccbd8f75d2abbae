import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getQueueStatus } from "@/services/dashboard/queue-status";
import { getRunStatistics } from "@/services/dashboard/run-statistics";
import { createEngineClient } from "@/trpc/vanilla";
import { createActive, triggerRun } from "./services/client";
import { dyingGraph, logGraph, waitingGraph } from "./services/graphs";
import { origin, startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

const hour = 3_600_000;

/** As if a run had been created so long ago, and, if it is finished, had taken so long. */
async function began(runId: string, agoMs: number, tookMs?: number): Promise<void> {
  const createdAt = new Date(Date.now() - agoMs);
  await app.db.run.update({
    where: { id: runId },
    data: {
      createdAt,
      ...(tookMs === undefined ? {} : { startedAt: createdAt, finishedAt: new Date(createdAt.getTime() + tookMs) }),
    },
  });
}

const engine = () =>
  createEngineClient(origin, {
    async fetch(input, init) {
      const { status, text, headers } = await app.send(new Request(input, init));
      return new Response(text, { status, headers });
    },
  });

describe("statistics of runs", () => {
  it("count by status and step, name the slowest and the most failing, and leave test runs out", async () => {
    const quick = await createActive(app, logGraph(), "Quick");
    const slow = await createActive(app, logGraph(), "Slow");
    const failing = await createActive(app, dyingGraph, "Failing");
    const waiting = await createActive(app, waitingGraph, "Waiting");
    for (const took of [100, 200, 300]) await began(await triggerRun(app, quick.id), 2 * hour, took);
    for (const took of [1_000, 2_000, 9_000]) await began(await triggerRun(app, slow.id), 20 * hour, took);
    await began(await triggerRun(app, slow.id), 40 * 24 * hour, 1_000_000);
    for (let count = 0; count < 3; count++) await triggerRun(app, failing.id, { amount: 1 });
    await triggerRun(app, failing.id, { amount: true });
    await triggerRun(app, waiting.id);
    await app.call("POST", `/api/workflows/${failing.id}/test-run`, { body: { amount: 1 } });

    const day = await getRunStatistics({ db: app.db }, { range: "24h" });
    expect(day.counts).toEqual({ pending: 1, running: 0, succeeded: 7, failed: 3, cancelled: 0 });
    expect(day.steps).toHaveLength(48);
    expect(day.step_seconds).toBe(1_800);
    expect(day.steps.at(-1)?.counts).toMatchObject({ failed: 3, pending: 1 });
    const total = (status: "succeeded" | "failed") => day.steps.reduce((sum, { counts }) => sum + counts[status], 0);
    expect([total("succeeded"), total("failed")]).toEqual([7, 3]);
    expect(day.slowest.map(({ name }) => name)).toEqual(["Slow", "Quick", "Failing"]);
    expect(day.slowest[0]).toMatchObject({ runs: 3, succeeded: 3, failed: 0, mean_ms: 4_000, median_ms: 2_000 });
    expect(day.slowest[0]?.p95_ms).toBeCloseTo(8_300, 0);
    expect(day.most_failing).toMatchObject([{ id: failing.id, runs: 4, succeeded: 1, failed: 3 }]);

    const last = await getRunStatistics({ db: app.db }, { range: "1h" });
    expect(last.counts).toMatchObject({ succeeded: 1, failed: 3 });
    expect(last.slowest.map(({ name }) => name)).toEqual(["Failing"]);
  });

  it("count just what the list shows under the same filters", async () => {
    const { counts } = await getRunStatistics({ db: app.db }, { range: "24h" });
    for (const status of ["pending", "succeeded", "failed"] as const) {
      const query = `status=${status}&created_within=24h&trigger_type=not_test&limit=200`;
      const list = await app.call<{ items: unknown[] }>("GET", `/api/runs?${query}`);
      expect(list.body.items, status).toHaveLength(counts[status]);
    }
    const own = await engine().runs.counts.query({ created_within: "24h", trigger_type: "not_test" });
    expect(own).toEqual(counts);
  });

  it("are answered to pages, the same to all that ask within a moment", async () => {
    const answers = await Promise.all([
      engine().dashboard.runs.query({ range: "7d" }),
      engine().dashboard.runs.query({ range: "7d" }),
    ]);
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.counts.failed).toBe(3);
    expect((await engine().dashboard.queue.query()).workers).toEqual([]);
  });
});

describe("the state of the queue", () => {
  it("tells depth, the oldest due step and each worker, by when it was heard of and what it holds", async () => {
    await app.db
      .$executeRaw`UPDATE step_execution SET next_retry_at = now() - interval '90 seconds' WHERE status = 'pending'`;
    const worker = (host: string, silentSeconds: number, draining = false) => ({
      id: randomUUID(),
      host,
      pid: 1,
      version: "0.1.0",
      draining,
      lastSeenAt: new Date(Date.now() - silentSeconds * 1_000),
    });
    await app.db.worker.createMany({ data: [worker("here", 1), worker("leaving", 2, true), worker("gone", 300)] });
    const queue = await getQueueStatus({ db: app.db });
    expect(queue).toMatchObject({ due: 1, running: 0, blocked: 0, dead: 4 });
    expect(queue.oldest_due_seconds).toBeGreaterThanOrEqual(90);
    expect(Object.fromEntries(queue.workers.map(({ host, state, running }) => [host, [state, running]]))).toEqual({
      here: ["alive", 0],
      leaving: ["draining", 0],
      gone: ["silent", 0],
    });
    await app.db.worker.deleteMany();
  });
});
