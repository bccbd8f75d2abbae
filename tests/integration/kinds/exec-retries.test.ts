import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { cleanUp } from "@/nodes/testing/cleanup";
import { startEcho } from "@/nodes/testing/servers";
import { messageIn, outputIn, type Product, type ProductRun, startProduct, stepIn } from "../../support/product";
import { call, chainOf, note } from "../../support/product-graphs";
import { createActive, refusal, triggerRun } from "../services/client";

vi.setConfig({ testTimeout: 60_000 });

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  await product.work();
});
afterAll(() => product.close());
afterEach(async () => {
  await cleanUp();
  await product.expectSound();
});

/** Answers the statuses one after the other, and the last of them from then on. */
async function startAnswering(...statuses: number[]) {
  let next = 0;
  const server = await startEcho((_request, response, { path }) => {
    response.writeHead(path === "/A" ? 200 : (statuses[Math.min(next++, statuses.length - 1)] ?? 200)).end();
  });
  return { url: server.url, paths: () => server.requests.map(({ path }) => path) };
}

const retry = (id: string) => product.app.call<ProductRun>("POST", `/api/runs/${id}/retry`);

describe("exec-retry-semantics", () => {
  it("a retry repeats what failed and nothing else, once for two clicks, on the run's own version", async () => {
    const server = await startAnswering(500, 500, 200);
    const graph = chainOf(
      call("A", { method: "POST", url: `${server.url}/A` }),
      call("B", { method: "POST", url: `${server.url}/B` }),
      note("note", "before the change"),
    );
    const workflow = await createActive(product.app, graph);
    const runId = await triggerRun(product.app, workflow.id);
    expect(await product.ended(runId)).toMatchObject({ status: "failed", error: { node_id: "B" } });
    const changed = {
      id: workflow.id,
      name: "Changed",
      ...graph,
      nodes: [...graph.nodes.slice(0, 3), note("note", "x")],
    };
    expect(refusal(await product.app.call("POST", "/api/workflows", { body: changed }))).toEqual({
      status: 409,
      code: "not_draft",
    });

    const clicks = await Promise.all([retry(runId), retry(runId)]);
    expect(clicks.map(({ status }) => status).sort()).toEqual([202, 409]);
    const failedAgain = await product.ended(runId);
    expect(failedAgain).toMatchObject({ status: "failed", version: 1, error: { node_id: "B", code: "http_status" } });
    expect(server.paths()).toEqual(["/A", "/B", "/B"]);

    expect((await retry(runId)).status).toBe(202);
    const run = await product.ended(runId);
    expect(run).toMatchObject({ status: "succeeded", version: 1, error: null });
    expect(server.paths()).toEqual(["/A", "/B", "/B", "/B"]);
    expect(messageIn(run, "note")).toBe("before the change");
    expect(stepIn(run, "A").attempts).toHaveLength(1);
    expect(stepIn(run, "B").attempts.map(({ error }) => error?.code ?? null)).toEqual([
      "http_status",
      "http_status",
      null,
    ]);
    expect(refusal(await retry(runId))).toEqual({ status: 409, code: "run_not_failed" });
    expect(server.paths()).toHaveLength(4);
  });

  it("a try that fails is followed by one more, whose answer counts", async () => {
    const server = await startAnswering(500, 200);
    const run = await product.run(
      chainOf(call("B", { url: `${server.url}/B`, max_attempts: 3 }), note("note", "got {{steps.B.output.status}}")),
    );
    expect(run.status).toBe("succeeded");
    expect(server.paths()).toEqual(["/B", "/B"]);
    expect(outputIn(run, "B")).toMatchObject({ status: 200 });
    expect(messageIn(run, "note")).toBe("got 200");
    expect(stepIn(run, "B")).toMatchObject({ attempt: 2, error: null });
  });

  it("a try that succeeds is the only one, however many are allowed", async () => {
    const server = await startAnswering(200);
    const run = await product.run(
      chainOf(call("B", { url: `${server.url}/B`, max_attempts: 5 }), note("note", "done")),
    );
    expect(run.status).toBe("succeeded");
    expect(server.paths()).toEqual(["/B"]);
    expect(stepIn(run, "B").attempts).toHaveLength(1);
  });
});
