import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { cleanUp } from "@/nodes/testing/cleanup";
import { startEcho } from "@/nodes/testing/servers";
import { type Product, startProduct, stepIn } from "../../support/product";
import { call, chainOf, delay, note } from "../../support/product-graphs";
import type { ProductWorker } from "../../support/product-worker";
import { until } from "../../support/until";
import { createActive, refusal, triggerRun } from "../services/client";

vi.setConfig({ testTimeout: 120_000 });

/** Worker processes that are killed and paused while they wait for an answer. Their leases last a second. */
let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());
const workers: ProductWorker[] = [];
afterEach(async () => {
  if (workers.length === 0) workers.push(await product.work());
  await product.expectSound();
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await cleanUp();
});

/** Answers the first request to each path only when it is told to, all others at once. */
let answerFirst: () => void;
let server: Awaited<ReturnType<typeof startEcho>>;
beforeEach(async () => {
  const held: (() => void)[] = [];
  answerFirst = () => {
    for (const answer of held.splice(0)) answer();
  };
  const seen = new Set<string>();
  server = await startEcho((_request, response, { path }) => {
    if (seen.has(path)) return void response.end(`again ${path}`);
    seen.add(path);
    held.push(() => response.end(`first ${path}`));
  });
});

const requestsTo = (path: string) => server.requests.filter((request) => request.path === path).length;
const slow = (path: string, attempts: number) =>
  chainOf(call("slow", { url: `${server.url}${path}`, max_attempts: attempts }), note("note", "after"));
const cancel = (id: string) => product.app.call("POST", `/api/runs/${id}/cancel`);
const errorCodes = (run: Parameters<typeof stepIn>[0]) =>
  stepIn(run, "slow").attempts.map(({ error }) => error?.code ?? null);

describe("run-stuck-after-crash", () => {
  it("a killed worker's steps are tried again, or are lost with their last try; a cancelled run stays cancelled", async () => {
    const killed = await product.spawnWorker();
    const again = await product.begin(slow("/again", 3));
    const last = await product.begin(slow("/last", 1));
    const cancelled = await product.begin(slow("/cancelled", 3));
    await until("all three are asked", () => server.requests.length === 3, 45_000);
    killed.kill("SIGKILL");
    await killed.exited;
    expect((await cancel(cancelled)).status).toBe(202);
    workers.push(await product.work({ leaseMs: 1_000 }));

    const recovered = await product.ended(again);
    expect(recovered.status).toBe("succeeded");
    expect(errorCodes(recovered)).toEqual(["worker_lost", null]);
    expect(requestsTo("/again")).toBe(2);
    const lost = await product.ended(last);
    expect(lost).toMatchObject({ status: "failed", error: { node_id: "slow", code: "worker_lost" } });
    expect(lost.error?.message).toMatch(/worker/);
    expect(requestsTo("/last")).toBe(1);
    expect((await product.read(cancelled)).status).toBe("cancelled");
    expect(refusal(await cancel(cancelled))).toEqual({ status: 409, code: "run_finished" });
    expect(requestsTo("/cancelled")).toBe(1);
  });

  it("ten runs that queue behind it for the only slot are finished", async () => {
    const killed = await product.spawnWorker(["--concurrency", "1"]);
    const stuck = await product.begin(slow("/stuck", 1));
    await until("it is asked", () => server.requests.length === 1, 45_000);
    const workflow = await createActive(product.app, chainOf(delay("pause", 0), note("note", "done")));
    const queued = await Promise.all(Array.from({ length: 10 }, () => triggerRun(product.app, workflow.id)));
    killed.kill("SIGKILL");
    await killed.exited;
    const open = await Promise.all(queued.map(product.read));
    expect(open.map(({ status }) => status)).toEqual(queued.map(() => "pending"));
    workers.push(await product.work({ leaseMs: 1_000, concurrency: 1 }));
    const runs = await Promise.all(queued.map(product.ended));
    expect(runs.map(({ status }) => status)).toEqual(queued.map(() => "succeeded"));
    expect((await product.ended(stuck)).error?.code).toBe("worker_lost");
  });
});

describe("zombie-worker", () => {
  it("a worker that was paused past its lease changes nothing when it wakes", async () => {
    const answers: (() => void)[] = [];
    const holding = await startEcho((_request, response, { path }) => {
      if (path !== "/slow") return void response.end();
      const number = answers.length + 1;
      answers.push(() => response.end(`answer ${number}`));
    });
    const asked = (path: string) => holding.requests.filter((request) => request.path === path);
    const paused = await product.spawnWorker([], { LOG_LEVEL: "debug" });
    const runId = await product.begin(
      chainOf(
        call("slow", { url: `${holding.url}/slow`, max_attempts: 3 }),
        call("next", {
          method: "POST",
          url: `${holding.url}/next`,
          body: "{{steps.slow.output.body}}",
          max_attempts: 3,
        }),
      ),
    );
    await until("it is asked", () => answers.length === 1, 45_000);
    paused.kill("SIGSTOP");
    const second = await product.work({ leaseMs: 1_000 });
    await until("the second worker asks", () => answers.length === 2, 45_000);
    const before = stepIn(await product.read(runId), "slow");
    expect(before).toMatchObject({ status: "running", attempt: 2 });
    answers[0]?.();
    // The step is running again, so that nothing but the claim's number keeps the late result out.
    paused.kill("SIGCONT");
    await until("the late result is refused", () => paused.output.some((line) => line.includes("late result")), 45_000);
    expect(stepIn(await product.read(runId), "slow")).toEqual(before);

    answers[1]?.();
    const run = await product.ended(runId);
    expect(run.status).toBe("succeeded");
    expect(errorCodes(run)).toEqual(["worker_lost", null]);
    expect(asked("/next").map(({ body }) => body)).toEqual(["answer 2"]);
    expect(asked("/slow")).toHaveLength(2);

    // What woke up works on, alone.
    await second.stop();
    const other = await product.run(chainOf(delay("pause", 0), note("note", "done")));
    expect(other.status).toBe("succeeded");
    await paused.stop(5_000);
  });

  it("a step longer than three leases is started once while its worker lives", async () => {
    workers.push(await product.work({ leaseMs: 1_000 }), await product.work({ leaseMs: 1_000 }));
    const runId = await product.begin(slow("/long", 3));
    await until("it is asked", () => requestsTo("/long") === 1);
    setTimeout(answerFirst, 3_200);
    const run = await product.ended(runId);
    expect(run.status).toBe("succeeded");
    expect(requestsTo("/long")).toBe(1);
    expect(errorCodes(run)).toEqual([null]);
  });
});
