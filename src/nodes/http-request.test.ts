import { afterEach, describe, expect, it } from "vitest";
import { ExactNumber, parseJson } from "@/core/json";
import { cleanUp } from "./testing/cleanup";
import { failureOf, outputOf, runHttpRequest } from "./testing/run-http-request";
import { headersNamed, startEcho } from "./testing/servers";

afterEach(cleanUp);

describe("what is sent", () => {
  it("carries the step's key, so that the receiver can tell a repeated try", async () => {
    const echo = await startEcho();
    await outputOf({ method: "POST", url: echo.url });
    expect(headersNamed(echo.requests[0], "idempotency-key")).toEqual(["run-1:node-call"]);
  });

  it("leaves the author's own headers in place of the automatic ones", async () => {
    const echo = await startEcho();
    await outputOf({
      method: "POST",
      url: echo.url,
      body: { a: 1 },
      headers: {
        "IDEMPOTENCY-KEY": "mine",
        "Content-Type": "application/vnd.api+json",
        "User-Agent": "me",
        accept: "a/b",
      },
    });
    const [request] = echo.requests;
    expect(headersNamed(request, "idempotency-key")).toEqual(["mine"]);
    expect(headersNamed(request, "content-type")).toEqual(["application/vnd.api+json"]);
    expect(headersNamed(request, "user-agent")).toEqual(["me"]);
    expect(headersNamed(request, "accept")).toEqual(["a/b"]);
    expect(request?.body).toBe('{"a":1}');
  });

  it.each([
    ["an object", { a: [1, "x", null, true] }, '{"a":[1,"x",null,true]}'],
    ["a list", [], "[]"],
    ["a number", 1.5, "1.5"],
    ["null", null, "null"],
    ["false", false, "false"],
    [
      "digits that JavaScript cannot hold",
      { id: new ExactNumber("1234567890123456789") },
      '{"id":1234567890123456789}',
    ],
    ["NUL and half a surrogate pair", { s: "a\u0000b\ud800" }, '{"s":"a\\u0000b\\ud800"}'],
  ])("is JSON when the body is %s", async (_what, body, sent) => {
    const echo = await startEcho();
    await outputOf({ method: "POST", url: echo.url, body });
    expect(echo.requests[0]?.body).toBe(sent);
    expect(headersNamed(echo.requests[0], "content-type")).toEqual(["application/json"]);
  });

  it("is one JSON object whatever stands in its texts", async () => {
    const echo = await startEcho();
    const message = 'He said "hi"\nline2 \\ C:\\tmp ","admin":true,"x":"';
    await outputOf({ method: "POST", url: echo.url, body: { msg: message } });
    expect(parseJson(echo.requests[0]?.body ?? "")).toEqual({ msg: message });
  });

  it("is the text itself when the body is a text", async () => {
    const echo = await startEcho();
    await outputOf({ method: "PUT", url: echo.url, body: 'grüße "x"\n' });
    expect(echo.requests[0]?.body).toBe('grüße "x"\n');
    expect(headersNamed(echo.requests[0], "content-type")).toEqual(["text/plain; charset=utf-8"]);
  });

  it("has neither body nor content type when no body is configured", async () => {
    const echo = await startEcho();
    await outputOf({ method: "POST", url: echo.url });
    expect(echo.requests[0]).toMatchObject({ method: "POST", body: "" });
    expect(headersNamed(echo.requests[0], "content-type")).toEqual([]);
    expect(headersNamed(echo.requests[0], "content-length")).toEqual(["0"]);
  });

  it.each(["GET", "DELETE", "OPTIONS", "PATCH"])("has a body with %s too, where one is configured", async (method) => {
    const echo = await startEcho();
    await outputOf({ method, url: echo.url, body: { find: 1 } });
    expect(echo.requests[0]).toMatchObject({ method, body: '{"find":1}' });
  });

  it("appends the query to the one in the url, in order, encoded once", async () => {
    const echo = await startEcho();
    const value = "a&b=c#d %41 +é/";
    await outputOf({
      url: `${echo.url}/q?first=%C3%A9+x&empty#fragment`,
      query: { tag: ["a", "b"], q: value, n: new ExactNumber("9007199254740993"), on: true, none: [], "k y": "(*)" },
    });
    const rawQuery = echo.requests[0]?.rawQuery ?? "";
    expect(rawQuery).toBe(
      "first=%C3%A9+x&empty&tag=a&tag=b&q=a%26b%3Dc%23d%20%2541%20%2B%C3%A9%2F&n=9007199254740993&on=true&k%20y=%28%2A%29",
    );
    expect(new URLSearchParams(rawQuery).get("q")).toBe(value);
    expect(decodeURIComponent(/&q=([^&]*)/.exec(rawQuery)?.[1] ?? "")).toBe(value);
  });

  it("repeats a header that has a list of values, and sends any text as UTF-8", async () => {
    const echo = await startEcho();
    await outputOf({ url: echo.url, headers: { "X-Item": ["1", "zwei"], "x-text": "é→", "x-number": 5 } });
    expect(headersNamed(echo.requests[0], "x-item")).toEqual(["1", "zwei"]);
    expect(Buffer.from(headersNamed(echo.requests[0], "x-text")[0] ?? "", "latin1").toString("utf8")).toBe("é→");
    expect(headersNamed(echo.requests[0], "x-number")).toEqual(["5"]);
  });

  it("turns a user and password in the url into basic authentication", async () => {
    const echo = await startEcho();
    await outputOf({ url: echo.url.replace("//", "//us%20er:p%40ss@") });
    expect(headersNamed(echo.requests[0], "authorization")).toEqual([
      `Basic ${Buffer.from("us er:p@ss").toString("base64")}`,
    ]);
    await outputOf({ url: echo.url.replace("//", "//user:pass@"), headers: { Authorization: "Bearer t" } });
    expect(headersNamed(echo.requests[1], "authorization")).toEqual(["Bearer t"]);
  });
});

describe("what cannot be sent is dead at once", () => {
  const secret = "tok-ABCDEF";

  it.each([
    [`http://user:${secret}@:1/`, /does not have the form/],
    [secret, /does not have the form/],
    ["", /does not have the form/],
    [`http://host:${secret}/`, /does not have the form/],
    [`ftp://host/${secret}`, /http:\/\/ or https:\/\//],
    [`file:///etc/${secret}`, /http:\/\/ or https:\/\//],
    [`http://host/${secret}\nx`, /line break/],
    [`http://host/\u0000${secret}`, /control character/],
  ])("an address that is none: %j", async (url, message) => {
    const { kind, error } = await failureOf({ url });
    expect({ kind, code: error.code }).toEqual({ kind: "dead", code: "http_invalid_url" });
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain(secret);
  });

  it.each([
    ["X-Token", `${secret}\n`, /"X-Token" holds a line break/],
    ["X-Token", `${secret}\r\nX-Admin: 1`, /"X-Token" holds a line break/],
    ["X-Token", `\u0000${secret}`, /"X-Token" holds a NUL/],
    ["X-Token", `${secret}\u001b`, /"X-Token" holds a control character/],
    ["X Token", secret, /"X Token" is not a header name/],
    ["", secret, /"" is not a header name/],
    ["X\r\nToken", secret, /is not a header name/],
    ["Content-Length", "5", /cannot be set/],
    ["transfer-encoding", "chunked", /cannot be set/],
    ["Host", "internal", /cannot be set/],
    ["Proxy-Authorization", secret, /cannot be set/],
  ])("a header that is none: %j", async (name, value, message) => {
    const echo = await startEcho();
    const { kind, error } = await failureOf({ url: echo.url, headers: { fine: "1", [name]: value } });
    expect({ kind, code: error.code }).toEqual({ kind: "dead", code: "http_invalid_header" });
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain(secret);
    expect(echo.connections()).toBe(0);
  });

  it("also in one of several values of a header", async () => {
    const { kind, error } = await failureOf({ url: "http://127.0.0.1:1", headers: { "X-A": ["ok", "bad\n"] } });
    expect({ kind, code: error.code }).toEqual({ kind: "dead", code: "http_invalid_header" });
  });
});

describe("status 400 and above", () => {
  it("is tried again, with everything that the answer said", async () => {
    const echo = await startEcho((_request, response) => {
      response.writeHead(503, { "content-type": "application/json", "x-trace": ["1", "2"] });
      response.end('{"why":"busy","id":9007199254740993}');
    });
    const { kind, error, delayMs } = await failureOf({ method: "POST", url: `${echo.url}/orders?key=hidden` });
    expect(kind).toBe("retry");
    expect(delayMs).toBeUndefined();
    expect(error.code).toBe("http_status");
    expect(error.message).toBe(`POST ${echo.url} answered 503 Service Unavailable.`);
    expect(error.details).toMatchObject({
      status: 503,
      headers: { "content-type": "application/json", "x-trace": ["1", "2"] },
      body: { why: "busy", id: new ExactNumber("9007199254740993") },
    });
  });

  it.each([
    [399, "done"],
    [400, "retry"],
    [404, "retry"],
    [500, "retry"],
    [599, "retry"],
  ])("%i is %s", async (status, kind) => {
    const echo = await startEcho((_request, response) => response.writeHead(status).end());
    expect((await runHttpRequest({ url: echo.url })).kind).toBe(kind);
  });

  it("hands on how long the server asks to wait", async () => {
    const echo = await startEcho((_request, response) => response.writeHead(429, { "retry-after": "3" }).end());
    expect((await failureOf({ url: echo.url })).delayMs).toBe(3_000);
  });

  it("names the place that a redirect led to", async () => {
    const target = await startEcho((_request, response) => response.writeHead(404).end());
    const first = await startEcho((_request, response) => response.writeHead(302, { location: target.url }).end());
    const { error } = await failureOf({ url: first.url });
    expect(error.message).toBe(`GET ${first.url} (redirected to ${target.url}) answered 404 Not Found.`);
  });
});
