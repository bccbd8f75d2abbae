import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { cleanUp } from "@/nodes/testing/cleanup";
import { startEcho, startStubWith } from "@/nodes/testing/servers";
import { messageIn, outputIn, type Product, startProduct, stepIn } from "../../support/product";
import { call, chainOf, condition, delay, note } from "../../support/product-graphs";
import { refusal } from "../services/client";

vi.setConfig({ testTimeout: 60_000 });

/** Texts that PostgreSQL's own text type cannot hold. */
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

const json = ["HTTP/1.1 200 OK", "Content-Type: application/json"];

describe("pg-unstorable-text", () => {
  describe.each([
    ["U+0000", '{"s":"a\\u0000b"}', "a\u0000b"],
    ["half of a surrogate pair", '{"s":"\\ud800"}', "\ud800"],
    ["U+0000 in a key", '{"s":"x","a\\u0000b":1}', "x"],
  ])("%s", (_what, body, value) => {
    it("of a payload is kept in logs, in requests and in answers that repeat it", async () => {
      const echo = await startEcho((_request, response, recorded) =>
        response.writeHead(200, { "content-type": "application/json" }).end(recorded.body),
      );
      const run = await product.run(
        chainOf(
          note("bare", "{{trigger.s}}"),
          note("within", "<{{trigger.s}}>"),
          note("all", "{{trigger}}"),
          call("call", { method: "POST", url: echo.url, body: "{{trigger}}" }),
          note("answer", "{{steps.call.output.body}}"),
        ),
        body,
      );
      expect(run.status).toBe("succeeded");
      expect(run.input).toEqual(JSON.parse(body));
      expect(messageIn(run, "bare")).toBe(value);
      expect(messageIn(run, "within")).toBe(`<${value}>`);
      expect(messageIn(run, "all")).toEqual(JSON.parse(body));
      expect(JSON.parse(echo.requests[0]?.body ?? "")).toEqual(JSON.parse(body));
      expect(messageIn(run, "answer")).toEqual(JSON.parse(body));
    });

    it("of an answer is kept", async () => {
      const stub = await startStubWith([...json, `Content-Length: ${body.length}`], body);
      const run = await product.run(
        chainOf(
          call("call", { url: stub.url }),
          note("bare", "{{steps.call.output.body.s}}"),
          note("within", "<{{steps.call.output.body.s}}>"),
        ),
      );
      expect(run.status).toBe("succeeded");
      expect(outputIn(run, "call")).toMatchObject({ body: JSON.parse(body) });
      expect(messageIn(run, "bare")).toBe(value);
      expect(messageIn(run, "within")).toBe(`<${value}>`);
    });

    it("in errors ends the run with them", async () => {
      const echo = await startEcho((_request, response) =>
        response.writeHead(500, { "content-type": "application/json" }).end(body),
      );
      for (const [node, code] of [
        [condition("node", "trigger.s"), "invalid_config"],
        [condition("node", "trigger.s > 1"), "type_error"],
        [delay("node", "{{trigger.s}}"), "invalid_config"],
        [call("node", { url: "{{trigger.s}}" }), "http_invalid_url"],
        [call("node", { url: "http://127.0.0.1/", headers: { "x-text": "{{trigger}}" } }), "invalid_config"],
        [call("node", { url: echo.url }), "http_status"],
      ] as const) {
        const run = await product.run(chainOf(node), body);
        expect({ status: run.status, error: run.error }).toMatchObject({ status: "failed", error: { code } });
      }
      const run = await product.run(chainOf(call("call", { url: echo.url })));
      expect(stepIn(run, "call").error?.details).toMatchObject({ status: 500, body: JSON.parse(body) });
    });
  });

  it("a text body with a zero byte is kept, and goes on", async () => {
    const bytes = Buffer.from("a\u0000b", "utf8");
    const stub = await startStubWith(
      ["HTTP/1.1 200 OK", "Content-Type: text/plain", `Content-Length: ${bytes.length}`],
      bytes,
    );
    const run = await product.run(chainOf(call("call", { url: stub.url }), note("note", "{{steps.call.output.body}}")));
    expect(run.status).toBe("succeeded");
    expect(messageIn(run, "note")).toBe("a\u0000b");
  });

  it("where a text is a name, it is refused", async () => {
    const graph = chainOf(note("note", "x"));
    for (const name of ["a\u0000b", "\ud800"]) {
      const answer = await product.app.call("POST", "/api/workflows", { body: { name, ...graph } });
      expect(refusal(answer)).toEqual({ status: 422, code: "validation_error" });
      const secret = await product.app.call("POST", "/api/secrets", { body: { key: name, value: "x" } });
      expect(refusal(secret)).toEqual({ status: 422, code: "validation_error" });
    }
  });
});
