import { afterEach, describe, expect, it } from "vitest";
import { cleanUp } from "./testing/cleanup";
import { createTestFetch, expectObject, failureOf, outputOf } from "./testing/run-http-request";
import { type EchoServer, headersNamed, startEcho } from "./testing/servers";

afterEach(cleanUp);

/** Answers `/status/place` with that status and `Location: /place`, and anything else with its own path. */
function startRedirecting(location: (place: string) => string = (place) => `/${place}`): Promise<EchoServer> {
  return startEcho((_request, response, { path }) => {
    const match = /^\/(3\d\d)\/(\w+)$/.exec(path);
    if (match) response.writeHead(Number(match[1]), { location: location(match[2] ?? "") }).end("moved");
    else response.end(path);
  });
}

describe("redirects", () => {
  it.each([301, 302, 303])("%i after a POST goes on as one GET without the body", async (status) => {
    const echo = await startRedirecting();
    const output = await outputOf({ method: "POST", url: `${echo.url}/${status}/b`, body: { k: 1 } });
    expect(output).toMatchObject({ status: 200, body: "/b" });
    expect(echo.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["POST", `/${status}/b`, '{"k":1}'],
      ["GET", "/b", ""],
    ]);
    expect(headersNamed(echo.requests[1], "content-type")).toEqual([]);
    expect(headersNamed(echo.requests[1], "content-length")).toEqual([]);
    expect(headersNamed(echo.requests[1], "idempotency-key")).toEqual(["run-1:node-call"]);
  });

  it.each([307, 308])("%i repeats the POST with its body and content type", async (status) => {
    const echo = await startRedirecting();
    await outputOf({ method: "POST", url: `${echo.url}/${status}/d`, body: { k: 1 } });
    expect(echo.requests[1]).toMatchObject({ method: "POST", path: "/d", body: '{"k":1}' });
    expect(headersNamed(echo.requests[1], "content-type")).toEqual(["application/json"]);
  });

  it.each([
    ["PUT", 301, "PUT"],
    ["DELETE", 302, "DELETE"],
    ["PUT", 303, "GET"],
    ["HEAD", 303, "HEAD"],
    ["GET", 302, "GET"],
  ])("%s answered with %i goes on as %s", async (method, status, next) => {
    const echo = await startRedirecting();
    await outputOf({ method, url: `${echo.url}/${status}/x` });
    expect(echo.requests.map((request) => request.method)).toEqual([method, next]);
  });

  it("are not followed when the node says so: the redirect is the output", async () => {
    const echo = await startRedirecting();
    const output = await outputOf({ method: "POST", url: `${echo.url}/302/b`, body: {}, follow_redirects: false });
    expect(output).toMatchObject({ status: 302, body: "moved" });
    expect(expectObject(output.headers ?? null).location).toBe("/b");
    expect(echo.requests).toHaveLength(1);
  });

  it("without a place, and other statuses with one, are answers like any other", async () => {
    const bare = await startEcho((_request, response) => response.writeHead(302).end());
    expect((await outputOf({ url: bare.url })).status).toBe(302);
    for (const status of [201, 300, 304]) {
      const echo = await startEcho((_request, response) => response.writeHead(status, { location: "/x" }).end());
      expect((await outputOf({ url: echo.url })).status).toBe(status);
      expect(echo.requests).toHaveLength(1);
    }
  });

  it("in a circle end after five, and the step is dead", async () => {
    const echo = await startEcho((_request, response) => response.writeHead(302, { location: "/loop" }).end());
    const { kind, error } = await failureOf({ method: "POST", url: `${echo.url}/loop`, body: { k: 1 } });
    expect({ kind, code: error.code }).toEqual({ kind: "dead", code: "http_too_many_redirects" });
    expect(error.message).toMatch(/too many redirects/);
    expect(echo.requests).toHaveLength(6);
  });

  it("up to the limit reach their end", async () => {
    let count = 0;
    const echo = await startEcho((_request, response) =>
      ++count <= 5 ? response.writeHead(307, { location: `?${count}` }).end() : response.end("arrived"),
    );
    expect((await outputOf({ url: echo.url })).body).toBe("arrived");
  });

  it.each([
    ["http://", /not valid/],
    ["file:///etc/passwd", /file:/],
    ["javascript:alert(1)", /javascript:/],
  ])("to %s are an error of the server, worth another try", async (location, message) => {
    const echo = await startEcho((_request, response) => response.writeHead(302, { location }).end());
    const { kind, error } = await failureOf({ url: echo.url });
    expect({ kind, code: error.code }).toEqual({ kind: "retry", code: "http_invalid_response" });
    expect(error.message).toMatch(message);
  });

  it("with a long body of their own are followed all the same", async () => {
    const echo = await startEcho((_request, response, { path }) =>
      path === "/"
        ? response.writeHead(302, { location: "/next" }).end("x".repeat(1_000_000))
        : response.end("arrived"),
    );
    expect((await outputOf({ url: echo.url })).body).toBe("arrived");
  });

  it("may name their place in UTF-8", async () => {
    const echo = await startEcho((_request, response, { path }) =>
      path === "/"
        ? response.writeHead(302, { location: Buffer.from("/grüße").toString("latin1") }).end()
        : response.end(),
    );
    await outputOf({ url: echo.url });
    expect(echo.requests[1]?.path).toBe("/gr%C3%BC%C3%9Fe");
  });
});

describe("credentials", () => {
  const headers = { Authorization: "Bearer t", Cookie: "c=1", "X-Api-Key": "k", Accept: "text/plain" };

  it("follow a redirect within the origin", async () => {
    const echo = await startRedirecting();
    await outputOf({ url: `${echo.url}/307/b`, headers });
    expect(headersNamed(echo.requests[1], "authorization")).toEqual(["Bearer t"]);
    expect(headersNamed(echo.requests[1], "x-api-key")).toEqual(["k"]);
    await outputOf({ url: `${echo.url.replace("//", "//u:p@")}/307/b` });
    expect(headersNamed(echo.requests[3], "authorization")).toHaveLength(1);
  });

  it("and every other header of the author's stay behind when the origin changes", async () => {
    const other = await startEcho();
    const echo = await startRedirecting(() => other.url);
    await outputOf({ method: "POST", url: `${echo.url.replace("//", "//u:p@")}/307/b`, headers, body: "text" });
    expect(headersNamed(echo.requests[0], "x-api-key")).toEqual(["k"]);
    const names = other.requests[0]?.headers.map(([name]) => name).sort();
    expect(names).toEqual([
      "accept",
      "accept-encoding",
      "connection",
      "content-length",
      "content-type",
      "host",
      "idempotency-key",
      "user-agent",
    ]);
    expect(other.requests[0]).toMatchObject({ method: "POST", body: "text" });
  });

  it("do not come back when a later redirect returns to the first origin", async () => {
    let first = "";
    const other = await startEcho((_request, response) => response.writeHead(307, { location: `${first}/end` }).end());
    const echo = await startRedirecting(() => other.url);
    first = echo.url;
    await outputOf({ url: `${echo.url}/307/b`, headers });
    expect(echo.requests[1]?.path).toBe("/end");
    expect(headersNamed(echo.requests[1], "authorization")).toEqual([]);
  });

  it("may come from the redirect itself", async () => {
    const other = await startEcho();
    const echo = await startRedirecting(() => other.url.replace("//", "//their:own@"));
    await outputOf({ url: `${echo.url}/302/b`, headers });
    expect(headersNamed(other.requests[0], "authorization")).toEqual([
      `Basic ${Buffer.from("their:own").toString("base64")}`,
    ]);
  });
});

describe("a redirect to a forbidden address", () => {
  it.each(["http://10.0.0.1/", "http://[::1]/", "http://inner.test/", "//169.254.169.254/latest/meta-data"])(
    "is dead at once: %s",
    async (location) => {
      const echo = await startEcho((_request, response) => response.writeHead(302, { location }).end());
      const fetch = createTestFetch({
        resolver: (_hostname, callback) => callback(null, [{ address: "192.168.0.1", family: 4 }]),
      });
      const { kind, error } = await failureOf({ url: echo.url }, { fetch });
      expect({ kind, code: error.code }).toEqual({ kind: "dead", code: "http_address_blocked" });
    },
  );
});
