import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { cleanUp } from "@/nodes/testing/cleanup";
import { startEcho } from "@/nodes/testing/servers";
import { messageIn, type Product, startProduct } from "../../support/product";
import { call, chainOf, note } from "../../support/product-graphs";

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

describe("expr-coercion", () => {
  const payload = { items: [{ a: 1 }], o: { k: "v" } };
  it.each([
    ["bare", "{{trigger.items}}", payload.items],
    ["with a blank behind it", "{{trigger.items}} ", payload.items],
    ["behind a line feed", "\n{{trigger.items}}", payload.items],
    ["within a text", "got {{trigger.o}}", 'got {"k":"v"}'],
    ["an array within a text", "got {{trigger.items}}", 'got [{"a":1}]'],
  ])("a template %s gives the value, or its JSON", async (_how, template, expected) => {
    const echo = await startEcho();
    const run = await product.run(
      chainOf(
        call("value", { method: "POST", url: echo.url, body: { value: template } }),
        call("whole", { method: "POST", url: echo.url, body: template }),
        note("note", template),
      ),
      payload,
    );
    expect(run.status).toBe("succeeded");
    expect(messageIn(run, "note")).toEqual(expected);
    const [value, whole] = echo.requests.map(({ body }) => body);
    expect(JSON.parse(value ?? "")).toEqual({ value: expected });
    expect(whole).toBe(typeof expected === "string" ? expected : JSON.stringify(expected));
    expect(await product.readText(run.id)).not.toContain("[object Object]");
  });
});

describe("template-quoting", () => {
  const msg = 'He said "hi"\nline2 \\ C:\\tmp ","admin":true,"x":"';
  const q = "a&b=c#d %41 +é/";

  it.each([
    ["a JSON text", '{"msg":"{{trigger.msg}}"}'],
    ["an object", { msg: "{{trigger.msg}}" }],
    ["a JSON text without quotes around it", '{"msg":{{trigger.msg}}}'],
  ])("a value that looks like more JSON stays one value in %s", async (_what, body) => {
    const echo = await startEcho();
    const run = await product.run(
      chainOf(
        call("call", { method: "POST", url: echo.url, body, query: { q: "{{trigger.q}}" } }),
        note("note", "{{trigger.msg}}"),
        note("sentence", "said: {{trigger.msg}}"),
      ),
      { msg, q },
    );
    expect(run.status).toBe("succeeded");
    const [request] = echo.requests;
    expect(JSON.parse(request?.body ?? "")).toEqual({ msg });
    // Read by a form's rules and by a plain decoder: encoded once.
    expect([...new URLSearchParams(request?.rawQuery)]).toEqual([["q", q]]);
    expect(decodeURIComponent(request?.rawQuery ?? "")).toBe(`q=${q}`);
    expect(messageIn(run, "note")).toBe(msg);
    expect(messageIn(run, "sentence")).toBe(`said: ${msg}`);
  });

  it("what looks like a template in a value is text", async () => {
    const value = "{{ secrets.TOKEN }} {{trigger.other}} {{";
    const run = await product.run(chainOf(note("note", "{{trigger.value}}"), note("sentence", "<{{trigger.value}}>")), {
      value,
      other: "other",
    });
    expect(messageIn(run, "note")).toBe(value);
    expect(messageIn(run, "sentence")).toBe(`<${value}>`);
  });
});
