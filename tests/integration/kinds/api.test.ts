import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { cleanUp } from "@/nodes/testing/cleanup";
import { startEcho } from "@/nodes/testing/servers";
import { type Product, startProduct } from "../../support/product";
import { call, chainOf, delay } from "../../support/product-graphs";
import { createActive, openConnections, refusal, triggerRun } from "../services/client";

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

interface Page {
  items: { id: string; workflow_id: string; status: string; created_at: string }[];
  next_cursor: string | null;
}

describe("idempotent-start", () => {
  const trigger = (id: string, key: string, body: unknown) =>
    product.app.call<{ id: string; status: string }>("POST", `/api/workflows/${id}/trigger`, {
      body,
      headers: { "idempotency-key": key },
    });

  it("a burst, a repeat after success and one after failure start nothing anew, and say how the run stands", async () => {
    let status = 200;
    const echo = await startEcho((_request, response) => response.writeHead(status).end());
    const graph = chainOf(call("call", { method: "POST", url: echo.url }));
    const workflow = await createActive(product.app, graph);
    await openConnections(product.app);
    const burst = await Promise.all(Array.from({ length: 20 }, () => trigger(workflow.id, "k1", { order: 1 })));
    expect(burst.map((answer) => answer.status).sort()).toEqual([...Array.from({ length: 19 }, () => 200), 202]);
    const [first] = burst;
    const runId = first?.body.id ?? "";
    expect(new Set(burst.map(({ body }) => body.id))).toEqual(new Set([runId]));
    expect((await product.ended(runId)).status).toBe("succeeded");
    expect(await trigger(workflow.id, "k1", { order: 1 })).toMatchObject({
      status: 200,
      body: { id: runId, status: "succeeded" },
    });
    expect(echo.requests).toHaveLength(1);

    status = 500;
    const failing = await trigger(workflow.id, "k2", { order: 2 });
    expect((await product.ended(failing.body.id)).status).toBe("failed");
    expect(await trigger(workflow.id, "k2", { order: 2 })).toMatchObject({
      status: 200,
      body: { id: failing.body.id, status: "failed" },
    });
    expect(echo.requests).toHaveLength(2);
    status = 200;
    await product.app.call("POST", `/api/runs/${failing.body.id}/retry`);
    await product.ended(failing.body.id);
    expect(await trigger(workflow.id, "k2", { order: 2 })).toMatchObject({
      status: 200,
      body: { id: failing.body.id, status: "succeeded" },
    });
    expect(echo.requests).toHaveLength(3);

    expect(refusal(await trigger(workflow.id, "k1", { order: 2 }))).toEqual({
      status: 409,
      code: "idempotency_conflict",
    });
    const other = await trigger((await createActive(product.app, graph)).id, "k1", { order: 1 });
    expect(other.status).toBe(202);
    expect(other.body.id).not.toBe(runId);
    await product.ended(other.body.id);
    expect(echo.requests).toHaveLength(4);
  });
});

describe("api-pagination", () => {
  const waiting = chainOf(delay("pause", 3_600));

  /** Runs of one moment that have ended, as one transaction would leave them. */
  async function copyEnded(workflowId: string, status: "succeeded" | "cancelled", count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    const runId = await triggerRun(product.app, workflowId);
    await product.db.$executeRaw`
      INSERT INTO run (id, workflow_id, version_id, status, input, trigger_type, actor, open_steps, created_at, started_at,
        finished_at)
      SELECT copy.id, workflow_id, version_id, ${status}::run_status, input, trigger_type, actor, 0,
        date_trunc('milliseconds', now() - interval '1 minute'), now(), now()
      FROM run CROSS JOIN unnest(${ids}::uuid[]) AS copy(id) WHERE run.id = ${runId}::uuid`;
    await product.db.$executeRaw`
      INSERT INTO step_execution (run_id, workflow_id, node_id, node_type, status, attempt, max_attempts, dedup_key, output,
        finished_at)
      SELECT copy.id, workflow_id, node_id, node_type,
        CASE WHEN node_type = 'trigger' THEN 'succeeded' ELSE ${status} END::step_status, 1, max_attempts,
        'run-' || copy.id || ':node-' || node_id, '{}', now()
      FROM step_execution CROSS JOIN unnest(${ids}::uuid[]) AS copy(id) WHERE run_id = ${runId}::uuid`;
    return ids;
  }

  it("runs of one moment are shown once each under a filter, while others start and end beside them", async () => {
    const workflow = await createActive(product.app, waiting);
    const other = await createActive(product.app, waiting);
    const wanted = await copyEnded(workflow.id, "cancelled", 55);
    await copyEnded(workflow.id, "succeeded", 30);
    await copyEnded(other.id, "cancelled", 200);
    const url = `/api/runs?workflow_id=${workflow.id}&status=cancelled&limit=10`;
    const pages: Page[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const next: Page = (
        await product.app.call<Page>("GET", cursor === undefined ? url : `${url}&cursor=${encodeURIComponent(cursor)}`)
      ).body;
      pages.push(next);
      cursor = next.next_cursor;
      const started = await Promise.all(Array.from({ length: 5 }, () => triggerRun(product.app, workflow.id)));
      await product.app.call("POST", `/api/runs/${started[0]}/cancel`);
      expect(pages.length).toBeLessThanOrEqual(6);
    }
    const items = pages.flatMap((page) => page.items);
    expect(pages.map((page) => page.items.length)).toEqual([10, 10, 10, 10, 10, 5]);
    expect(pages.map(({ next_cursor }) => next_cursor !== null)).toEqual([true, true, true, true, true, false]);
    expect(items.map(({ id }) => id).sort()).toEqual([...wanted].sort());
    expect(items.every((item) => item.workflow_id === workflow.id && item.status === "cancelled")).toBe(true);
    const order = items.map(({ created_at, id }) => `${created_at} ${id}`);
    expect(order).toEqual([...order].sort().reverse());
  });

  it.each([
    "limit=0",
    "limit=-1",
    "limit=100000",
    "limit=1.5",
    "limit=",
    "limit=5&limit=6",
    "cursor=junk",
    "cursor=%00",
    "status=none",
    "status=failed&status=failed",
  ])("%s is refused", async (query) => {
    for (const list of ["runs", "workflows", "secrets", "dead-letters"]) {
      if (list === "secrets" && query.startsWith("status")) continue;
      const answer = await product.app.call("GET", `/api/${list}?${query}`);
      expect({ list, ...refusal(answer) }).toEqual({ list, status: 422, code: "validation_error" });
    }
  });
});
