import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { cleanUp } from "@/nodes/testing/cleanup";
import { startEcho } from "@/nodes/testing/servers";
import { type Product, type ProductRun, startProduct, stepIn } from "../../support/product";
import { call, chainOf, delay, graphOf, note } from "../../support/product-graphs";
import { createActive, triggerRun } from "../services/client";

vi.setConfig({ testTimeout: 90_000 });

let product: Product;
beforeAll(async () => {
  product = await startProduct({ backoffMs: 400 });
  await product.work({ leaseMs: 1_000 });
});
afterAll(() => product.close());
afterEach(async () => {
  await cleanUp();
  await product.expectSound();
});

const finishedMs = (run: ProductRun, nodeId: string): number => Date.parse(stepIn(run, nodeId).finished_at ?? "");
const gaps = (run: ProductRun, ...nodeIds: string[]): number[] =>
  nodeIds.slice(1).map((nodeId, index) => finishedMs(run, nodeId) - finishedMs(run, nodeIds[index] ?? ""));

describe("exec-sequential-delays", () => {
  const three = chainOf(
    note("one", 1),
    delay("first", 0.5),
    note("two", 2),
    delay("second", 0.5),
    note("three", 3),
    delay("third", 0.5),
    note("four", 4),
  );

  it("each of several is waited for, in ten runs at once, although one of two workers is killed", async () => {
    const other = await product.spawnWorker();
    const workflow = await createActive(product.app, three);
    const ids = await Promise.all(Array.from({ length: 10 }, () => triggerRun(product.app, workflow.id)));
    await product.stepOf(ids[0] ?? "", "two", ({ status }) => status === "succeeded");
    other.kill("SIGKILL");
    for (const run of await Promise.all(ids.map(product.ended))) {
      expect(run.status).toBe("succeeded");
      expect(run.steps.map(({ node_id, status }) => `${node_id} ${status}`)).toEqual(
        ["start", "one", "first", "two", "second", "three", "third", "four"].map((nodeId) => `${nodeId} succeeded`),
      );
      for (const gap of gaps(run, "one", "two", "three", "four")) expect(gap).toBeGreaterThanOrEqual(500);
    }
  });

  it("two in a row take the time of both; those of two branches do not wait for each other", async () => {
    const [row, branches] = await Promise.all([
      product.run(chainOf(note("one", 1), delay("first", 0.4), delay("second", 0.4), note("two", 2))),
      product.run(
        graphOf(
          [note("one", 1), delay("short", 0.3), delay("long", 3), note("early", 2), note("late", 3)],
          ["start -> one", "one -> short", "one -> long", "short -> early", "long -> late"],
        ),
      ),
    ]);
    expect([row.status, branches.status]).toEqual(["succeeded", "succeeded"]);
    expect(gaps(row, "one", "two")[0]).toBeGreaterThanOrEqual(800);
    const [early = 0] = gaps(branches, "one", "early");
    const [late = 0] = gaps(branches, "one", "late");
    expect(early).toBeGreaterThanOrEqual(300);
    expect(late).toBeGreaterThanOrEqual(3_000);
    // Independent of the long one, whatever the machine does meanwhile.
    expect(early).toBeLessThan(late);
  });
});

describe("delay-attempts-lease", () => {
  it("a delay longer than several leases is waited for once", async () => {
    await product.work({ leaseMs: 1_000 });
    const echo = await startEcho();
    const run = await product.run(
      chainOf(note("before", "x"), delay("pause", 3.5), call("call", { method: "POST", url: echo.url })),
    );
    expect(run.status).toBe("succeeded");
    expect(echo.requests).toHaveLength(1);
    expect(Date.parse(stepIn(run, "call").started_at) - finishedMs(run, "before")).toBeGreaterThanOrEqual(3_500);
    expect(stepIn(run, "pause").attempts.map(({ attempt, error }) => ({ attempt, error }))).toEqual([
      { attempt: 1, error: null },
    ]);
  });

  it("six delays leave a request all of its tries, and its first wait is the shortest", async () => {
    let requests = 0;
    const echo = await startEcho((_request, response) => response.writeHead(requests++ === 0 ? 500 : 200).end());
    const delays = Array.from({ length: 6 }, (_, index) => delay(`pause${index}`, 0.1));
    const runId = await product.begin(
      chainOf(...delays, call("call", { method: "POST", url: echo.url, max_attempts: 3 })),
    );
    const run = await product.ended(runId);
    expect(run.status).toBe("succeeded");
    expect(requests).toBe(2);
    const { attempt, attempts } = stepIn(run, "call");
    expect({ attempt, tries: attempts.map(({ attempt: number, error }) => [number, error?.code]) }).toEqual({
      attempt: 2,
      tries: [
        [1, "http_status"],
        [2, undefined],
      ],
    });
    for (const { id } of delays) expect(stepIn(run, id)).toMatchObject({ attempt: 1, status: "succeeded" });
    const rows = await product.db.$queryRaw<{ wait: number }[]>`
      SELECT (extract(epoch FROM step.next_retry_at - tried.finished_at) * 1000)::float8 AS wait
      FROM step_execution AS step JOIN step_attempt AS tried ON tried.step_id = step.id
      WHERE step.run_id = ${runId}::uuid AND step.node_id = 'call' AND tried.error IS NOT NULL`;
    expect(rows).toHaveLength(1);
    expect(rows[0]?.wait).toBeGreaterThanOrEqual(200);
    expect(rows[0]?.wait).toBeLessThanOrEqual(402);
  });
});
