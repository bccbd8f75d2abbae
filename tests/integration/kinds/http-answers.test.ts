import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { cleanUp } from "@/nodes/testing/cleanup";
import { startEcho, startStubWith } from "@/nodes/testing/servers";
import { messageIn, outputIn, type Product, startProduct, stepIn } from "../../support/product";
import { call, chainOf, note } from "../../support/product-graphs";

vi.setConfig({ testTimeout: 60_000 });

/** What servers answer, from the socket to the run as REST tells it. */
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

const json = "Content-Type: application/json";
const withLength = (head: string[], body: string | Uint8Array) => [...head, `Content-Length: ${body.length}`];

describe("http-empty-body", () => {
  it.each([
    [201, "labelled JSON", ["HTTP/1.1 201 Created", json, "Content-Length: 0"]],
    [204, "labelled JSON", ["HTTP/1.1 204 No Content", json]],
    [200, "without a type", ["HTTP/1.1 200 OK", "Content-Length: 0"]],
  ])("%i %s: the body is null, and a path below it is missing by its name", async (status, _label, head) => {
    const stub = await startStubWith(head);
    const empty = call("call", { method: "POST", url: `${stub.url}/empty` });
    const run = await product.run(
      chainOf(
        empty,
        note("status", "status {{steps.call.output.status}}"),
        note("below", "{{steps.call.output.body.x}}"),
      ),
    );
    expect(outputIn(run, "call")).toMatchObject({ status, body: null });
    expect(messageIn(run, "status")).toBe(`status ${status}`);
    expect(run.status).toBe("failed");
    expect(run.error).toMatchObject({ node_id: "below", code: "missing_path" });
    expect(run.error?.message).toContain("steps.call.output.body.x");

    const caught = await product.run(chainOf(empty, note("below", '{{ steps.call.output.body.x ?? "nothing" }}')));
    expect(caught.status).toBe("succeeded");
    expect(messageIn(caught, "below")).toBe("nothing");
  });
});

describe("http-binary", () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

  it.each([
    ["a PNG", "image/png", png],
    ["the 256 bytes", "application/octet-stream", everyByte],
    ["a PNG without a type", null, png],
  ])("%s is held without a loss, and goes on as it is held", async (_what, type, bytes) => {
    const stub = await startStubWith(
      withLength(["HTTP/1.1 200 OK", ...(type === null ? [] : [`Content-Type: ${type}`])], bytes),
      bytes,
    );
    const echo = await startEcho();
    const run = await product.run(
      chainOf(
        call("get", { url: stub.url }),
        call("put", { method: "POST", url: `${echo.url}/in`, body: "{{steps.get.output.body}}" }),
      ),
    );
    expect(run.status).toBe("succeeded");
    const { body } = outputIn(run, "get") as { body: { data: string } };
    expect(body).toEqual({ encoding: "base64", data: expect.any(String), size: bytes.length, content_type: type });
    expect(hash(Buffer.from(body.data, "base64"))).toBe(hash(bytes));
    expect(JSON.parse(echo.requests[0]?.body ?? "")).toEqual(body);
    expect(await product.readText(run.id)).not.toContain("\ufffd");
  });
});

describe("http-json-mismatch", () => {
  const answerOf = async (head: string[], body: string) => {
    const stub = await startStubWith(withLength(head, body), body);
    return product.run(chainOf(call("call", { url: stub.url }), note("note", "{{steps.call.output.body}}")));
  };

  it("a page labelled JSON keeps its status and its text, and the message says that it is not JSON", async () => {
    const page = "<html><body>gateway down</body></html>";
    const run = await answerOf(["HTTP/1.1 502 Bad Gateway", json], page);
    expect(run).toMatchObject({ status: "failed", error: { node_id: "call", code: "http_status" } });
    const { error, attempts } = stepIn(run, "call");
    expect(error?.details).toMatchObject({ status: 502, body: page });
    expect(error?.message).toMatch(/502.*not JSON/);
    expect(attempts[0]?.error?.details).toMatchObject({ status: 502, body: page });
  });

  it.each([
    ["JSON with markup in it", json, '{"say":"<script></script>"}', { say: "<script></script>" }],
    ["JSON labelled text, which stays text", "Content-Type: text/plain", '{"ok":true}', '{"ok":true}'],
    ["a problem document", "Content-Type: application/problem+json", '{"title":"x"}', { title: "x" }],
  ])("%s", async (_what, type, body, expected) => {
    for (let time = 0; time < 2; time++) {
      const run = await answerOf(["HTTP/1.1 200 OK", type], body);
      expect(run.status).toBe("succeeded");
      expect(messageIn(run, "note")).toEqual(expected);
    }
  });
});

describe("http-duplicate-names", () => {
  it("repeated query names are sent in order; repeated headers come back apart", async () => {
    const cookies = ["x=1; Path=/", "y=2; Expires=Wed, 01 Jan 2031 00:00:00 GMT"];
    const echo = await startEcho();
    const stub = await startStubWith([
      "HTTP/1.1 200 OK",
      ...cookies.map((cookie) => `Set-Cookie: ${cookie}`),
      "X-Item: one",
      "X-Item: two",
      "Content-Length: 0",
    ]);
    const run = await product.run(
      chainOf(
        call("ask", { url: `${echo.url}/q`, query: { tag: ["a", "b"] } }),
        call("get", { url: stub.url }),
        note("note", "{{steps.get.output.headers}}"),
      ),
    );
    expect(run.status).toBe("succeeded");
    expect(echo.requests.map(({ rawQuery }) => rawQuery)).toEqual(["tag=a&tag=b"]);
    expect(messageIn(run, "note")).toMatchObject({ "set-cookie": cookies, "x-item": ["one", "two"] });
  });
});
