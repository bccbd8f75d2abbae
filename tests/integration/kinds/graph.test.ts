import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { cleanUp } from "@/nodes/testing/cleanup";
import { startEcho } from "@/nodes/testing/servers";
import { messageIn, type Product, startProduct } from "../../support/product";
import { call, chainOf, delay, graphOf, note } from "../../support/product-graphs";
import { createActive, createDraft, type ErrorBody, refusal, triggerRun, type WorkflowBody } from "../services/client";
import type { Graph } from "../services/graphs";

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

const save = (body: object) =>
  product.app.call<ErrorBody>("POST", "/api/workflows", { body: { name: "Saved", ...body } });

/** Changes what is stored of a version, as only a hand on the database can. */
async function plant(workflowId: string, { nodes, edges }: Graph): Promise<void> {
  const definition = JSON.stringify({ nodes, edges });
  await product.db.$executeRaw`ALTER TABLE workflow_version DISABLE TRIGGER USER`;
  await product.db.$executeRaw`
    UPDATE workflow_version SET definition = ${definition}::json WHERE workflow_id = ${workflowId}::uuid`;
  await product.db.$executeRaw`ALTER TABLE workflow_version ENABLE TRIGGER USER`;
}

const visited = (run: { steps: { node_id: string }[] }) => run.steps.map(({ node_id }) => node_id);

describe("graph-dangling-edge", () => {
  it("removing the middle node leaves no edge behind, and what still reads it is told", async () => {
    const a = note("A", "a");
    const c = note("C", "after {{steps.B.output.message}}");
    const draft = await createDraft(product.app, chainOf(a, note("B", "b"), c));
    const saved = await save({ id: draft.id, ...chainOf(a, c) });
    expect(saved.status).toBe(200);
    const stored = await product.app.call<WorkflowBody>("GET", `/api/workflows/${draft.id}`);
    expect(JSON.stringify(stored.body.edges)).not.toContain('"B"');
    const refused = await product.app.call<ErrorBody>("POST", `/api/workflows/${draft.id}/activate`);
    expect(refusal(refused)).toEqual({ status: 422, code: "validation_error" });
    expect(refused.body.error.details).toMatchObject([{ node_id: "C", message: expect.stringContaining('"B"') }]);

    await save({ id: draft.id, ...chainOf(a, note("C", "after {{steps.A.output.message}}")) });
    await product.app.call("POST", `/api/workflows/${draft.id}/activate`);
    const run = await product.ended(await triggerRun(product.app, draft.id));
    expect(visited(run)).toEqual(["start", "A", "C"]);
    expect(messageIn(run, "C")).toBe("after a");
  });

  it.each([
    ["to", { source: "A", target: "ghost" }],
    ["from", { source: "ghost", target: "A" }],
  ])("an edge %s a node that is not there is refused by its name", async (_way, edge) => {
    const graph = chainOf(note("A", "a"));
    const answer = await save({ ...graph, edges: [...graph.edges, edge] });
    expect(refusal(answer)).toEqual({ status: 422, code: "validation_error" });
    expect(answer.body.error.details).toMatchObject([
      { path: expect.stringMatching(/^edges\.1/), message: expect.stringContaining(`${edge.source} → ${edge.target}`) },
    ]);
  });

  it("one that was planted in the database holds up no run, before it starts and while it waits", async () => {
    const graph = graphOf(
      [note("A", "a"), delay("pause", 0.5), note("C", "c")],
      ["start -> A", "A -> pause", "pause -> C"],
    );
    const ghosts = [
      { source: "A", target: "ghost" },
      { source: "pause", target: "ghost" },
      { source: "ghost", target: "C" },
    ];
    const before = await createActive(product.app, graph);
    await plant(before.id, { ...graph, edges: [...graph.edges, ...ghosts] });
    const startedLater = await triggerRun(product.app, before.id);
    const during = await createActive(product.app, graph);
    const startedBefore = await triggerRun(product.app, during.id);
    await plant(during.id, { ...graph, edges: [...graph.edges, ...ghosts] });
    for (const id of [startedLater, startedBefore]) {
      const run = await product.ended(id);
      expect(run.status).toBe("succeeded");
      expect(visited(run)).toEqual(["start", "A", "pause", "C"]);
    }
  });
});

describe("graph-cycle", () => {
  const a = note("A", "a");
  const b = note("B", "b");
  it.each([
    ["two nodes", graphOf([a, b], ["start -> A", "A -> B", "B -> A"]), ["A", "B"]],
    ["a node and itself", graphOf([a], ["start -> A", "A -> A"]), ["A"]],
    [
      "an error path back to its own node",
      graphOf([call("A", { url: "http://127.0.0.1/" })], ["start -> A", "A -error-> A"]),
      ["A"],
    ],
    ["the trigger", graphOf([a], ["start -> A", "A -> start"]), ["start", "A"]],
  ])("of %s is refused, and named", async (_what, graph, members) => {
    const answer = await save(graph);
    expect(refusal(answer)).toEqual({ status: 422, code: "cycle_detected" });
    const { cycle } = answer.body.error.details as { cycle: string[] };
    expect([...cycle].sort()).toEqual([...members].sort());
    expect(answer.body.error.message + JSON.stringify(answer.body.error.details)).toContain("→");
  });

  it("that was planted in the database does nothing twice, and ends", async () => {
    const echo = await startEcho((_request, response) => response.writeHead(500).end());
    const circle = [call("A", { url: echo.url, max_attempts: 2 }), delay("pause", 0), note("B", "b")];
    const graph = chainOf(...circle);
    const workflow = await createActive(product.app, graph);
    const back = [
      { source: "B", target: "A" },
      { source: "A", target: "A" },
    ];
    await plant(workflow.id, { ...graph, edges: [...graph.edges, ...back] });
    const failing = await product.ended(await triggerRun(product.app, workflow.id));
    expect(failing.status).toBe("failed");
    expect(echo.requests).toHaveLength(2);

    const quiet = chainOf(note("A", "a"), delay("pause", 0), note("B", "b"));
    const other = await createActive(product.app, quiet);
    await plant(other.id, { ...quiet, edges: [...quiet.edges, ...back] });
    const run = await product.ended(await triggerRun(product.app, other.id));
    expect(run.status).toBe("succeeded");
    expect(visited(run).sort()).toEqual(["A", "B", "pause", "start"]);
  });

  it("a request that fails without end can be cancelled", async () => {
    const echo = await startEcho((_request, response) => response.writeHead(500).end());
    const runId = await product.begin(chainOf(call("A", { url: echo.url, max_attempts: 100 })));
    await product.stepOf(runId, "A", ({ attempts }) => attempts.length >= 2);
    const cancelled = await product.app.call("POST", `/api/runs/${runId}/cancel`);
    expect(cancelled.status).toBe(202);
    expect((await product.ended(runId)).status).toBe("cancelled");
    const before = echo.requests.length;
    expect((await product.run(chainOf(delay("pause", 0.5), note("note", "later")))).status).toBe("succeeded");
    expect(echo.requests.length).toBeLessThanOrEqual(before + 1);
  });
});
