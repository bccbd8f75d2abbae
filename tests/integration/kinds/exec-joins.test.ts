import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { cleanUp } from "@/nodes/testing/cleanup";
import { headersNamed, startEcho } from "@/nodes/testing/servers";
import { type Product, type ProductRun, startProduct, stepIn } from "../../support/product";
import { call, condition, graphOf, note } from "../../support/product-graphs";
import { createActive, triggerRun } from "../services/client";

vi.setConfig({ testTimeout: 90_000 });

/** Several workers, so that the branches of a run are executed by different ones. */
let product: Product;
beforeAll(async () => {
  product = await startProduct();
  await Promise.all(Array.from({ length: 4 }, () => product.work({ concurrency: 3 })));
});
afterAll(() => product.close());
afterEach(async () => {
  await cleanUp();
  await product.expectSound();
});

describe("exec-diamond-double", () => {
  it("a node that joins two branches runs once a run, after both, with what both put out", async () => {
    const slow: Record<string, number> = { "/B": 50, "/C": 200 };
    const echo = await startEcho(
      (_request, response, { path }) => void setTimeout(() => response.end(), slow[path] ?? 0),
    );
    const workflow = await createActive(
      product.app,
      graphOf(
        [
          note("A", "a"),
          call("B", { url: `${echo.url}/B` }),
          call("C", { url: `${echo.url}/C` }),
          {
            ...call("D", {
              method: "POST",
              url: `${echo.url}/D`,
              body: "{{steps.B.output.status}}-{{steps.C.output.status}}",
            }),
            join: "all",
          },
        ],
        ["start -> A", "A -> B", "A -> C", "B -> D", "C -> D"],
      ),
    );
    const ids = await Promise.all(Array.from({ length: 20 }, () => triggerRun(product.app, workflow.id)));
    const runs = await Promise.all(ids.map(product.ended));
    for (const run of runs) {
      expect(run.status).toBe("succeeded");
      const { started_at } = stepIn(run, "D");
      expect(started_at >= (stepIn(run, "B").finished_at ?? "")).toBe(true);
      expect(started_at >= (stepIn(run, "C").finished_at ?? "")).toBe(true);
    }
    const joins = echo.requests.filter(({ path }) => path === "/D");
    expect(joins.map(({ body }) => body)).toEqual(ids.map(() => "200-200"));
    expect(new Set(joins.map((request) => headersNamed(request, "idempotency-key")[0])).size).toBe(20);
  });
});

describe("exec-join-untaken-branch", () => {
  const statuses = (run: ProductRun) => Object.fromEntries(run.steps.map(({ node_id, status }) => [node_id, status]));
  const start = { start: "succeeded" };

  it.each([true, false])("a join behind a condition runs once, whichever side was taken: %s", async (side) => {
    const run = await product.run(
      graphOf(
        [
          condition("which", "trigger.side"),
          note("X", "x"),
          note("Y", "y"),
          { ...note("J", "joined"), join: "all" },
          note("last", "after {{steps.J.output.message}}"),
        ],
        ["start -> which", "which -true-> X", "which -false-> Y", "X -> J", "Y -> J", "J -> last"],
      ),
      { side },
    );
    expect(run.status).toBe("succeeded");
    expect(statuses(run)).toEqual({
      ...start,
      which: "succeeded",
      X: side ? "succeeded" : "skipped",
      Y: side ? "skipped" : "succeeded",
      J: "succeeded",
      last: "succeeded",
    });
  });

  it.each([
    [true, true],
    [true, false],
    [false, false],
  ])("a join of nested conditions ends the run with them %s and %s", async (outer, inner) => {
    const run = await product.run(
      graphOf(
        [
          condition("outer", "trigger.outer"),
          condition("inner", "trigger.inner"),
          { ...note("J", "joined"), join: "all" },
          note("last", "last"),
        ],
        ["start -> outer", "outer -true-> inner", "inner -true-> J", "outer -false-> J", "J -> last"],
      ),
      { outer, inner },
    );
    const taken = outer ? inner : true;
    expect(run.status).toBe("succeeded");
    expect(statuses(run)).toEqual({
      ...start,
      outer: "succeeded",
      inner: outer ? "succeeded" : "skipped",
      J: taken ? "succeeded" : "skipped",
      // Behind the last join a node that is not reached has no step.
      ...(taken ? { last: "succeeded" } : {}),
    });
  });

  it("a side that leads nowhere ends the run, and nothing of the other side runs", async () => {
    const echo = await startEcho();
    const run = await product.run(
      graphOf(
        [condition("which", "false"), call("X", { url: echo.url }), note("last", "last")],
        ["start -> which", "which -true-> X", "X -> last"],
      ),
    );
    expect(run.status).toBe("succeeded");
    expect(run.steps.filter(({ status }) => status === "succeeded").map(({ node_id }) => node_id)).toEqual([
      "start",
      "which",
    ]);
    expect(echo.requests).toEqual([]);
  });
});
