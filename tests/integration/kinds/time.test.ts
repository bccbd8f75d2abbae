import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { cleanUp } from "@/nodes/testing/cleanup";
import { startEcho } from "@/nodes/testing/servers";
import { outputIn, type Product, type ProductRun, startProduct, stepIn } from "../../support/product";
import { call, chainOf, delay, note } from "../../support/product-graphs";
import type { ProductWorker } from "../../support/product-worker";
import { createActive, createDraft, type ErrorBody, refusal, triggerRun } from "../services/client";

vi.setConfig({ testTimeout: 60_000 });

let product: Product;
let worker: ProductWorker;
const warnings: string[] = [];
const warned = (warning: Error) => void warnings.push(`${warning.name}: ${warning.message}`);
beforeAll(async () => {
  product = await startProduct();
  // As long as a poll may be: what is due decides, not the poll.
  worker = await product.work({ pollIntervalMs: 60_000 });
  await product.work();
  process.on("warning", warned);
});
afterAll(async () => {
  process.off("warning", warned);
  await product.close();
});
afterEach(async () => {
  await cleanUp();
  await product.expectSound();
  expect(warnings).toEqual([]);
});

const waitMs = (run: ProductRun): number => {
  const { next_retry_at, started_at } = stepIn(run, "pause");
  return Date.parse(next_retry_at ?? "") - Date.parse(started_at);
};

describe("delay-32bit", () => {
  const lengths: Record<string, number> = {
    "30 days": 30 * 86_400,
    "2^31 milliseconds": 2_147_483.648,
    "400 days": 400 * 86_400,
    "ten years, the longest": 315_360_000,
  };

  it("long delays wait for their time, cost nothing meanwhile, and end once", async () => {
    const echo = await startEcho();
    const runs = await Promise.all(
      Object.values(lengths).map((seconds) =>
        product.begin(chainOf(delay("pause", seconds), call("after", { method: "POST", url: echo.url }))),
      ),
    );
    const isWaiting = ({ output }: { output: unknown }) => output !== null;
    await Promise.all(runs.map((id) => product.stepOf(id, "pause", isWaiting)));
    const claims = worker.claims();
    await sleep(1_500);
    // A timer that overflowed would fire at once, again and again.
    expect(worker.claims() - claims).toBeLessThanOrEqual(1);
    for (const [index, seconds] of Object.values(lengths).entries()) {
      const run = await product.read(runs[index] ?? "");
      expect(run.status).toBe("running");
      expect(stepIn(run, "pause")).toMatchObject({ status: "pending", attempt: 0 });
      expect(waitMs(run)).toBeGreaterThanOrEqual(seconds * 1_000);
      expect(waitMs(run)).toBeLessThan(seconds * 1_000 + 60_000);
      expect(outputIn(run, "pause")).toEqual({ wake_at: stepIn(run, "pause").next_retry_at });
    }
    expect(echo.requests).toEqual([]);

    // The time passes.
    await product.db
      .$executeRaw`UPDATE step_execution SET next_retry_at = date_trunc('milliseconds', now()) WHERE node_id = 'pause' AND status = 'pending'`;
    for (const id of runs) expect((await product.ended(id)).status).toBe("succeeded");
    expect(echo.requests).toHaveLength(runs.length);
  });

  it.each([
    ["a delay", delay("node", 315_360_001), "315360000"],
    ["a delay that is no finite number", delay("node", 1e20), "315360000"],
    ["a negative delay", delay("node", -5), "-5"],
    ["a delay that is a text", delay("node", "10"), '"10"'],
    ["a request's time", call("node", { url: "http://127.0.0.1/", timeout_seconds: 30 * 86_400 }), "300"],
  ])("%s beyond the limits is refused before it runs", async (_what, node, named) => {
    const draft = await createDraft(product.app, chainOf(node));
    const answer = await product.app.call<ErrorBody>("POST", `/api/workflows/${draft.id}/activate`);
    expect(refusal(answer)).toEqual({ status: 422, code: "validation_error" });
    expect(JSON.stringify(answer.body.error.details)).toContain(JSON.stringify(named).slice(1, -1));
  });

  it("a wait of 30 days between two tries is cut to an hour", async () => {
    const echo = await startEcho((_request, response) => response.writeHead(503, { "retry-after": "2592000" }).end());
    const runId = await product.begin(chainOf(call("pause", { url: echo.url, max_attempts: 3 })));
    await product.stepOf(runId, "pause", ({ status, attempts }) => status === "pending" && attempts.length > 0);
    const wait = waitMs(await product.read(runId));
    expect(wait).toBeGreaterThanOrEqual(3_600_000);
    expect(wait).toBeLessThan(3_660_000);
    await product.app.call("POST", `/api/runs/${runId}/cancel`);
  });
});

describe("delay-invalid-value", () => {
  it.each([
    ["abc", '"abc"'],
    ["", '""'],
    [null, "null"],
    [-5, "-5"],
    ["10", '"10"'],
    [1e20, "100000000000000000000"],
    [[1], "[1]"],
    [{ seconds: 1 }, '{"seconds":1}'],
    [true, "true"],
    ["2020-01-01T00:00:00Z", '"2020-01-01T00:00:00Z"'],
    ["31/12/2030", '"31/12/2030"'],
  ])("%j ends the step at once, named", async (d, named) => {
    const run = await product.run(chainOf(delay("pause", "{{ trigger.d }}"), note("note", "after")), { d });
    expect(run).toMatchObject({ status: "failed", error: { node_id: "pause", code: "invalid_config" } });
    expect(run.error?.message).toContain(named);
    expect(run.steps.map(({ node_id }) => node_id)).toEqual(["start", "pause"]);
    expect(stepIn(run, "pause").attempts).toHaveLength(1);
  });

  it("a missing one is missing by its name", async () => {
    const run = await product.run(chainOf(delay("pause", "{{ trigger.d }}"), note("note", "after")));
    expect(run).toMatchObject({ status: "failed", error: { node_id: "pause", code: "missing_path" } });
    expect(run.error?.message).toContain("trigger.d");
  });

  it("nothing goes on at once; parts of a second and any spelling of a number are taken as they are", async () => {
    const workflow = await createActive(product.app, chainOf(delay("pause", "{{ trigger.d }}"), note("note", "after")));
    for (const [text, atLeastMs] of [
      ["0", 0],
      ["-0", 0],
      ["0.0", 0],
      ["0.4", 400],
      ["5e-1", 500],
      ["1.5", 1_500],
    ] as const) {
      const run = await product.ended(await triggerRun(product.app, workflow.id, `{"d":${text}}`));
      expect(run.status).toBe("succeeded");
      const took = Date.parse(stepIn(run, "note").started_at) - Date.parse(stepIn(run, "pause").started_at);
      expect({ text, waited: took >= atLeastMs }).toEqual({ text, waited: true });
    }
  });
});
