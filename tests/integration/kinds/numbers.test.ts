import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { cleanUp } from "@/nodes/testing/cleanup";
import { startEcho, startStubWith } from "@/nodes/testing/servers";
import { type Product, startProduct, stepIn } from "../../support/product";
import { call, condition, graphOf, note } from "../../support/product-graphs";

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

const body = '{"order_id": 1234567890123456789, "n": 9007199254740993, "price": 1.10, "huge": 1e400}';

/** Puts numbers from `source` into a request, a log and a condition. */
async function pass(source: string, before: ReturnType<typeof call>[], payload: string) {
  const echo = await startEcho();
  const last = before.at(-1)?.id ?? "start";
  const graph = graphOf(
    [
      ...before,
      call("text", { method: "POST", url: echo.url, body: `{"id": {{${source}.order_id}} }` }),
      call("value", { method: "POST", url: echo.url, body: { id: `{{${source}.order_id}}`, all: `{{${source}}}` } }),
      note("number", `{{${source}.n}}`),
      note("sentence", `n is {{${source}.n}}, the price ${"{{"}${source}.price}}`),
      condition("neighbour", `${source}.n == 9007199254740992`),
      condition("itself", `${source}.n == 9007199254740993`),
      condition("order", `${source}.n > 9007199254740992`),
    ],
    [
      ...before.map(({ id }) => `start -> ${id}`),
      ...["text", "number", "sentence", "neighbour", "itself", "order"].map((id) => `${last} -> ${id}`),
      "text -> value",
    ],
  );
  const run = await product.run(graph, payload);
  return { run, echo, text: await product.readText(run.id) };
}

describe("numeric-precision", () => {
  it.each([
    ["the payload", "trigger"],
    ["an answer", "steps.get.output.body"],
  ])("numbers of %s keep every digit on their way to requests, logs, conditions and back", async (_what, source) => {
    const stub = await startStubWith(
      ["HTTP/1.1 200 OK", "Content-Type: application/json", `Content-Length: ${body.length}`],
      body,
    );
    const before = source === "trigger" ? [] : [call("get", { url: stub.url })];
    const { run, echo, text } = await pass(source, before, source === "trigger" ? body : "{}");
    expect(run.status).toBe("succeeded");
    const [asText, asValue] = echo.requests.map((request) => request.body);
    expect(asText).toBe('{"id": 1234567890123456789 }');
    expect(asValue).toContain('"id":1234567890123456789');
    expect(asValue).toContain('"n":9007199254740993,"price":1.10,"huge":1e400');
    expect(text).toContain('"message":9007199254740993');
    expect(text).toContain('"message":"n is 9007199254740993, the price 1.10"');
    expect(text).not.toMatch(/1234567890123456[^7]|:\s*9007199254740992/);
    const results = ["neighbour", "itself", "order"].map((id) => stepIn(run, id).output);
    expect(results).toEqual([{ result: false }, { result: true }, { result: true }]);
  });
});
