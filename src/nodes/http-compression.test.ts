import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { bodyOf } from "./testing/body-of";
import { cleanUp } from "./testing/cleanup";
import { createTestFetch, failureOf } from "./testing/run-http-request";
import { startStubWith } from "./testing/servers";

afterEach(cleanUp);

describe("compression", () => {
  const text = JSON.stringify({ text: "grüße ".repeat(1_000) });

  it.each([
    ["gzip", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["br", brotliCompressSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["GZIP, br", brotliCompressSync(gzipSync(text))],
    ["identity", Buffer.from(text)],
  ])("%s is undone", async (encoding, bytes) => {
    expect(await bodyOf("application/json", bytes, [`Content-Encoding: ${encoding}`])).toEqual(JSON.parse(text));
  });

  it("of an unknown kind, or a suspicious number of kinds, is kept as bytes", async () => {
    for (const encoding of ["zstd", "constructor", Array(6).fill("gzip").join(", ")]) {
      const body = await bodyOf("application/json", Buffer.from("{}"), [`Content-Encoding: ${encoding}`]);
      expect(body).toMatchObject({ encoding: "base64", data: "e30=", size: 2 });
    }
  });

  it.each([
    ["no gzip at all", Buffer.from("plain text")],
    ["gzip that was cut", gzipSync(text).subarray(0, 50)],
  ])("that is broken is an error, not half an answer: %s", async (_what, bytes) => {
    const stub = await startStubWith(["HTTP/1.1 200 OK", "Content-Encoding: gzip"], bytes);
    const { kind, error } = await failureOf({ url: stub.url });
    expect({ kind, code: error.code }).toEqual({ kind: "retry", code: "http_invalid_response" });
  });
});

describe("compression that is broken", () => {
  it("does not hide a failing status", async () => {
    const stub = await startStubWith(["HTTP/1.1 502 Bad Gateway", "Content-Encoding: gzip"], "gateway down");
    const { kind, error } = await failureOf({ url: stub.url });
    expect({ kind, code: error.code }).toEqual({ kind: "retry", code: "http_status" });
    const data = Buffer.from("gateway down").toString("base64");
    expect(error.details).toMatchObject({ status: 502, body: { encoding: "base64", data } });
  });
});

describe("the limit of 10 MB", () => {
  const limit = 10 * 1024 * 1024;

  it.each([
    ["announced", ["Content-Length: 10485761"], Buffer.alloc(0)],
    ["sent without an announcement", [], Buffer.alloc(limit + 1, "a")],
    ["unpacked", ["Content-Encoding: gzip"], gzipSync(Buffer.alloc(limit + 1, "a"))],
    ["unpacked in two steps", ["Content-Encoding: gzip, gzip"], gzipSync(gzipSync(Buffer.alloc(limit + 1, "a")))],
    ["unpacked from a bomb", ["Content-Encoding: br"], brotliCompressSync(Buffer.alloc(20 * limit))],
  ])("fails the step once more is %s", async (_what, headers, bytes) => {
    const stub = await startStubWith(["HTTP/1.1 200 OK", "Content-Type: text/plain", ...headers], bytes);
    const { kind, error } = await failureOf({ url: stub.url });
    expect({ kind, code: error.code }).toEqual({ kind: "dead", code: "http_response_too_large" });
    expect(error.message).toMatch(/over 10 MB, the limit/);
  });

  it("is itself allowed, sent and unpacked", async () => {
    const text = "a".repeat(limit);
    expect(await bodyOf("text/plain", text)).toBe(text);
    expect(await bodyOf("text/plain", gzipSync(text), ["Content-Encoding: gzip"])).toBe(text);
  });

  it("does not hide a failing status, which stays worth another try", async () => {
    const fetch = createTestFetch({ limits: { bodyBytes: 10 } });
    const stub = await startStubWith(["HTTP/1.1 500 Oops", "Retry-After: 7"], "more than ten bytes");
    const { kind, error, delayMs } = await failureOf({ url: stub.url }, { fetch });
    expect({ kind, code: error.code, delayMs }).toEqual({ kind: "retry", code: "http_status", delayMs: 7_000 });
    expect(error.details).toMatchObject({ status: 500, body: null });
    expect(error.message).toMatch(/answered 500 Oops\. Its body is over/);
  });
});
