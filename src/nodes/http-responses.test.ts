import { createHash } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { ExactNumber, parseJson, stringifyJson } from "@/core/json";
import { bodyOf } from "./testing/body-of";
import { cleanUp } from "./testing/cleanup";
import { expectObject, failureOf, outputOf } from "./testing/run-http-request";
import { startEcho, startStubWith } from "./testing/servers";

afterEach(cleanUp);

/** The smallest picture: one transparent dot. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const allBytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

describe("an empty body is null", () => {
  it.each([
    ["201 Created", ["Content-Type: application/json", "Content-Length: 0"]],
    ["204 No Content", ["Content-Type: application/json"]],
    ["200 OK", ["Content-Length: 0"]],
    ["200 OK", []],
    ["200 OK", ["Content-Type: text/plain", "Transfer-Encoding: chunked"]],
    ["200 OK", ["Content-Encoding: gzip", "Content-Length: 0"]],
    ["304 Not Modified", ["Content-Encoding: br", "Content-Type: application/json"]],
  ])("%s with %j", async (status, headers) => {
    const chunkedEnd = headers.some((header) => header.startsWith("Transfer-Encoding")) ? "0\r\n\r\n" : "";
    const stub = await startStubWith([`HTTP/1.1 ${status}`, ...headers], chunkedEnd);
    const output = await outputOf({ method: "POST", url: stub.url });
    expect(output.status).toBe(Number(status.slice(0, 3)));
    expect(output.body).toBeNull();
  });

  it("in a 304 that announces the length of the body that it leaves out", async () => {
    const stub = await startStubWith(["HTTP/1.1 304 Not Modified", "Content-Length: 99999999999"]);
    expect(await outputOf({ url: stub.url })).toMatchObject({ status: 304, body: null });
  });

  it("to HEAD, whatever length and encoding are announced", async () => {
    const stub = await startStubWith([
      "HTTP/1.1 200 OK",
      "Content-Type: application/json",
      "Content-Encoding: gzip",
      "Content-Length: 99999999999",
    ]);
    const output = await outputOf({ method: "HEAD", url: stub.url });
    expect(output).toMatchObject({ status: 200, body: null, headers: { "content-length": "99999999999" } });
  });
});

describe("JSON", () => {
  it.each([
    "application/json",
    "APPLICATION/JSON; charset=utf-8",
    "text/json",
    "application/problem+json",
    "application/vnd.x+json;v=1",
  ])("is parsed when labelled %s", async (type) => {
    expect(await bodyOf(type, '{"title":"grüße"}')).toEqual({ title: "grüße" });
  });

  it("keeps every digit", async () => {
    const text = '{"order_id":1234567890123456789,"n":9007199254740993,"price":1.10,"huge":1e400}';
    const body = await bodyOf("application/json", text);
    expect(body).toMatchObject({ order_id: new ExactNumber("1234567890123456789") });
    expect(stringifyJson(body)).toBe(text);
  });

  it("keeps markup, NUL and half surrogate pairs, in a form that can be stored", async () => {
    const text = '{"say":"<script></script>","nul":"a\\u0000b","half":"\\ud800"}';
    const body = await bodyOf("application/json", text);
    expect(body).toEqual({ say: "<script></script>", nul: "a\u0000b", half: "\ud800" });
    expect(stringifyJson(body)).toBe(text);
  });

  it("may start with a byte order mark, or be in another character set", async () => {
    expect(await bodyOf("application/json", "\ufeff[1]")).toEqual([1]);
    expect(await bodyOf("application/json; charset=iso-8859-1", Buffer.from('"é"', "latin1"))).toBe("é");
  });

  it("is text when it is no JSON after all, and when it is nested deeper than 128", async () => {
    expect(await bodyOf("application/json", "<html>up</html>")).toBe("<html>up</html>");
    expect(await bodyOf("application/json", "\n")).toBe("\n");
    const deep = `${"[".repeat(129)}${"]".repeat(129)}`;
    expect(await bodyOf("application/json", deep)).toBe(deep);
    expect(await bodyOf("application/json", deep.slice(1, -1))).toBeInstanceOf(Array);
  });

  it("that is no JSON stays readable beside a failing status, and the message says so", async () => {
    const page = "<html><body>gateway down</body></html>";
    const stub = await startStubWith(["HTTP/1.1 502 Bad Gateway", "Content-Type: application/json"], page);
    const { error } = await failureOf({ url: stub.url });
    expect(error.message).toMatch(/answered 502 Bad Gateway\. .*not JSON/);
    expect(error.details).toMatchObject({ status: 502, body: page });
  });
});

describe("text", () => {
  it("is text, even where it looks like JSON", async () => {
    expect(await bodyOf("text/plain", '{"ok":true}')).toBe('{"ok":true}');
    expect(await bodyOf(undefined, '{"ok":true}')).toBe('{"ok":true}');
  });

  it("is decoded by its character set", async () => {
    expect(await bodyOf("text/html; charset=ISO-8859-1", Buffer.from("grüße", "latin1"))).toBe("grüße");
    expect(await bodyOf('text/csv; charset="utf-16le"', Buffer.from("grüße", "utf16le"))).toBe("grüße");
    expect(await bodyOf("text/plain; charset=Shift_JIS", Buffer.from([0x93, 0xfa, 0x96, 0x7b]))).toBe("日本");
    expect(await bodyOf("application/xml", "<a>é</a>")).toBe("<a>é</a>");
    expect(await bodyOf("image/svg+xml", "<svg/>")).toBe("<svg/>");
  });

  it("may hold a NUL", async () => {
    expect(await bodyOf("text/plain", "a\u0000b")).toBe("a\u0000b");
  });

  it("that is not valid in its character set is kept as bytes, not mended", async () => {
    const bytes = Buffer.from("grüße", "latin1");
    for (const type of ["text/plain", "text/plain; charset=utf-8", "text/plain; charset=klingon", "application/json"]) {
      const body = expectObject(await bodyOf(type, bytes));
      expect(Buffer.from(String(body.data), "base64")).toEqual(bytes);
      expect(body.content_type).toBe(type);
    }
  });
});

describe("binary data", () => {
  it.each([
    ["a picture", "image/png", png],
    ["all bytes", "application/octet-stream", allBytes],
    ["a picture without a label", undefined, png],
    ["bytes that happen to be text", "application/octet-stream", Buffer.from("text")],
    ["a PDF that happens to be text", "application/pdf", Buffer.from("%PDF-1.4")],
    ["of an unknown kind", "application/x-unheard-of", allBytes],
  ])("is kept without loss: %s", async (_what, type, bytes) => {
    const body = expectObject(await bodyOf(type, bytes));
    expect(body).toEqual({
      encoding: "base64",
      data: bytes.toString("base64"),
      size: bytes.length,
      content_type: type ?? null,
    });
    expect(sha256(Buffer.from(String(body.data), "base64"))).toBe(sha256(bytes));
  });

  it("can be posted on", async () => {
    const echo = await startEcho();
    await outputOf({ method: "POST", url: echo.url, body: await bodyOf("image/png", png) });
    const received = expectObject(parseJson(echo.requests[0]?.body ?? ""));
    expect(sha256(Buffer.from(String(received.data), "base64"))).toBe(sha256(png));
  });
});

describe("headers", () => {
  it("that are repeated are lists, all others texts, with names in lower case", async () => {
    const stub = await startStubWith(
      [
        "HTTP/1.1 200 OK",
        "Set-Cookie: x=1; Path=/",
        "X-Item: one",
        "SET-COOKIE: y=2; Expires=Wed, 01 Jan 2031 00:00:00 GMT",
        "X-Item: two, three",
        "X-Single: grüße",
        "X-Latin: gr\xfc",
        "__proto__: own",
        "Content-Length: 0",
      ].map((line) => (line.startsWith("X-Single") ? Buffer.from(line).toString("latin1") : line)),
    );
    const { headers } = await outputOf({ url: stub.url });
    expect(Object.entries(expectObject(headers ?? null))).toEqual([
      ["set-cookie", ["x=1; Path=/", "y=2; Expires=Wed, 01 Jan 2031 00:00:00 GMT"]],
      ["x-item", ["one", "two, three"]],
      ["x-single", "grüße"],
      ["x-latin", "grü"],
      ["__proto__", "own"],
      ["content-length", "0"],
    ]);
  });
});
