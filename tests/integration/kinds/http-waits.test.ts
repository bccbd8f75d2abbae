import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { NodeRegistry } from "@/core/executor";
import { cleanUp } from "@/nodes/testing/cleanup";
import { startEcho, startStub } from "@/nodes/testing/servers";
import { type Product, type ProductRun, startProduct, stepIn } from "../../support/product";
import { call, chainOf, delay, note } from "../../support/product-graphs";
import type { ProductWorker } from "../../support/product-worker";

vi.setConfig({ testTimeout: 90_000 });

let product: Product;
let worker: ProductWorker;
beforeAll(async () => {
  // Of a wait with jitter at least half is for certain.
  product = await startProduct({ backoffMs: 1_000 });
});
afterAll(() => product.close());
afterEach(async () => {
  await cleanUp();
  await product.expectSound();
  await worker.stop();
});

/** Tells the time that requests get; the default is cut short, everything else is the product's. */
function shortDefault(timeouts: number[]) {
  return (registry: NodeRegistry): NodeRegistry => ({
    ...registry,
    http_request: {
      execute(execution) {
        timeouts.push(execution.config.timeout_seconds);
        const timeout_seconds = Math.min(1, execution.config.timeout_seconds);
        const { payload, signal } = execution;
        const config = { ...execution.config, timeout_seconds };
        // Those two are not the execution's own properties.
        return registry.http_request.execute({ ...execution, payload, signal, config });
      },
    },
  });
}

const tookMs = (run: ProductRun): number => {
  const { started_at, finished_at } = stepIn(run, "call");
  return Date.parse(finished_at ?? "") - Date.parse(started_at);
};

describe("http-timeout", () => {
  it("ends a request that gets no answer, half of one, or one byte at a time, while others go on", async () => {
    const timeouts: number[] = [];
    worker = await product.work({ wrap: shortDefault(timeouts) });
    const head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n";
    const silent = await startStub(() => undefined);
    const stalled = await startStub((socket) => void socket.write(head));
    const trickling = await startStub((socket) => {
      socket.write(head);
      const timer = setInterval(() => socket.write("x"), 200);
      socket.on("close", () => clearInterval(timer));
    });
    const limited = (url: string) => chainOf(call("call", { url, timeout_seconds: 1 }), note("note", "never"));
    const hanging = await Promise.all([
      product.begin(limited(silent.url)),
      product.begin(limited(stalled.url)),
      product.begin(limited(trickling.url)),
      product.begin(chainOf(call("call", { url: silent.url }), note("note", "never"))),
    ]);
    const others = await product.run(chainOf(delay("pause", 0), note("note", "meanwhile")));
    expect(others.status).toBe("succeeded");

    for (const run of await Promise.all(hanging.map(product.ended))) {
      expect(run).toMatchObject({ status: "failed", error: { node_id: "call", code: "http_timeout" } });
      expect(stepIn(run, "call").attempts).toHaveLength(1);
      expect(tookMs(run)).toBeGreaterThanOrEqual(1_000);
    }
    // What has no timeout of its own gets the documented one.
    expect(timeouts.sort((one, other) => one - other)).toEqual([1, 1, 1, 30]);
  });
});

describe("http-retry-after", () => {
  it("is kept in seconds and as a date, across a restart; junk means the usual wait; a huge one is capped", async () => {
    const answers: Record<string, string> = {
      seconds: "3",
      date: "",
      junk: "soon",
      negative: "-5",
      huge: "999999999",
    };
    const times = new Map<string, number[]>();
    const echo = await startEcho((_request, response, { path }) => {
      const kind = path.slice(1);
      const before = times.get(kind) ?? [];
      times.set(kind, [...before, performance.now()]);
      if (before.length > 0) return void response.end();
      const date = new Date(Date.now() + 3_000).toUTCString();
      response.writeHead(429, { "retry-after": kind === "date" ? date : answers[kind] }).end();
    });
    // One slot: a wait that held it would hold up the others.
    worker = await product.work({ concurrency: 1 });
    const begin = (kind: string) =>
      product.begin(chainOf(call("call", { url: `${echo.url}/${kind}`, max_attempts: 3 })));
    const runs = Object.fromEntries(
      await Promise.all(Object.keys(answers).map(async (kind) => [kind, await begin(kind)] as const)),
    );
    const waiting = (kind: string) =>
      product.stepOf(runs[kind] ?? "", "call", ({ attempts }) => attempts.length >= 1 && attempts[0]?.error !== null);
    const failed = Object.fromEntries(
      await Promise.all(Object.keys(answers).map(async (kind) => [kind, await waiting(kind)] as const)),
    );
    const other = await product.run(chainOf(delay("pause", 0), note("note", "meanwhile")));
    expect(other.status).toBe("succeeded");
    expect(await product.read(runs.huge ?? "")).toMatchObject({ status: "running" });
    await worker.stop();
    worker = await product.work({ concurrency: 1 });

    for (const [kind, atLeastMs] of Object.entries({ seconds: 3_000, date: 3_000, junk: 500, negative: 500 })) {
      expect((await product.ended(runs[kind] ?? "")).status).toBe("succeeded");
      const [first = 0, second = 0, ...more] = times.get(kind) ?? [];
      expect({ kind, waited: second - first >= atLeastMs, more }).toEqual({ kind, waited: true, more: [] });
    }
    const { next_retry_at, attempts } = failed.huge ?? {};
    const wait = Date.parse(next_retry_at ?? "") - Date.parse(attempts?.[0]?.finished_at ?? "");
    expect(Math.round(wait / 1_000)).toBe(3_600);
    expect(times.get("huge")).toHaveLength(1);
    await product.app.call("POST", `/api/runs/${runs.huge}/cancel`);
  });
});
