import { EventEmitter, once } from "node:events";
import { createServer } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { cleanUp, onCleanup } from "./testing/cleanup";
import { createTestFetch, failureOf, outputOf, runHttpRequest } from "./testing/run-http-request";
import { startEcho, startStub, startStubWith } from "./testing/servers";

afterEach(cleanUp);

/** A look-up that never answers, until it is told to. */
function createStuckResolver() {
  const asked = new EventEmitter();
  return {
    asked: once(asked, "asked"),
    release: () => asked.emit("release"),
    resolver: (
      _hostname: string,
      callback: (error: null, addresses: { address: string; family: number }[]) => void,
    ) => {
      asked.once("release", () => callback(null, [{ address: "127.0.0.1", family: 4 }]));
      asked.emit("asked");
    },
  };
}

describe("time", () => {
  it("is over when the server is silent", async () => {
    const stub = await startStub(() => {});
    const { kind, error } = await failureOf({ url: stub.url }, { timeoutSeconds: 1 });
    expect({ kind, code: error.code }).toEqual({ kind: "retry", code: "http_timeout" });
    expect(error.message).toBe(`GET ${stub.url} took longer than 1 s: the request was sent, but no answer came.`);
  });

  it("is over when the server stops after the headers", async () => {
    const stub = await startStub((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"));
    const { kind, error } = await failureOf({ url: stub.url }, { timeoutSeconds: 1 });
    expect({ kind, code: error.code }).toEqual({ kind: "retry", code: "http_timeout" });
    expect(error.message).toMatch(/the answer was not complete; 0 bytes/);
  });

  it("is over however lively the server trickles", async () => {
    const stub = await startStub((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
      const timer = setInterval(() => socket.write("x"), 5);
      socket.on("close", () => clearInterval(timer));
    });
    const { kind, error } = await failureOf({ url: stub.url }, { timeoutSeconds: 1 });
    expect({ kind, code: error.code }).toEqual({ kind: "retry", code: "http_timeout" });
    expect(error.message).toMatch(/not complete; [1-9]\d* bytes/);
  });

  it("is over when no connection is made, and one that is made later carries nothing", async () => {
    const echo = await startEcho();
    const { resolver, release } = createStuckResolver();
    const fetch = createTestFetch({ allowHosts: ["slow.test"], resolver });
    const { kind, error } = await failureOf({ url: `http://slow.test:${echo.port}` }, { fetch, timeoutSeconds: 1 });
    expect({ kind, code: error.code }).toEqual({ kind: "retry", code: "http_timeout" });
    expect(error.message).toMatch(/no connection was made/);
    release();
    // A second request on the same connection comes after whatever the first would have sent.
    await outputOf({ url: `http://slow.test:${echo.port}/second` }, { fetch: openFetch() });
    expect(echo.requests.map(({ path }) => path)).toEqual(["/second"]);
  });

  it("is bounded for a pause within an answer", async () => {
    const stub = await startStub((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc"));
    const fetch = createTestFetch({ limits: { idleTimeoutMs: 100 } });
    const { kind, error } = await failureOf({ url: stub.url }, { fetch });
    expect({ kind, code: error.code }).toEqual({ kind: "retry", code: "http_timeout" });
    expect(error.message).toMatch(/the answer stopped, and nothing more came for 0.1 s/);
  });

  it("is bounded for a connection, look-up included", async () => {
    const { resolver } = createStuckResolver();
    const fetch = createTestFetch({ allowHosts: ["slow.test"], resolver, limits: { connectTimeoutMs: 100 } });
    const { kind, error } = await failureOf({ url: "http://slow.test/" }, { fetch });
    expect({ kind, code: error.code }).toEqual({ kind: "retry", code: "http_timeout" });
    expect(error.message).toMatch(/did not accept a connection in time/);
  });

  it("covers all redirects together", async () => {
    let count = 0;
    const echo = await startEcho((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: `/${++count}` }).end(), 100);
    });
    const fetch = createTestFetch({ limits: { redirects: 1_000 } });
    const { error } = await failureOf({ url: echo.url }, { fetch, timeoutSeconds: 1 });
    expect(error.code).toBe("http_timeout");
    expect(count).toBeLessThan(100);
  });
});

function openFetch() {
  return createTestFetch({
    allowHosts: ["slow.test"],
    resolver: (_hostname, callback) => callback(null, [{ address: "127.0.0.1", family: 4 }]),
  });
}

describe("connections that fail are tried again", () => {
  it.each([
    ["nothing listens", "http_connection_failed", /nothing accepts connections there \(ECONNREFUSED\)/],
    ["the name is unknown", "http_name_not_resolved", /could not be resolved/],
  ])("%s", async (what, code, message) => {
    const closed = await startEcho();
    const fetch = createTestFetch({
      resolver: (_hostname, callback) => callback(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }), []),
    });
    const url = what === "nothing listens" ? await urlOfClosedPort() : `http://unknown.test:${closed.port}`;
    const { kind, error } = await failureOf({ url: `${url}/?key=tok-ABCDEF` }, { fetch });
    expect({ kind, code: error.code }).toEqual({ kind: "retry", code });
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain("tok-ABCDEF");
  });

  it("the server hangs up before it answers", async () => {
    const stub = await startStub((socket) => socket.destroy());
    const { kind, error } = await failureOf({ method: "POST", url: stub.url, body: "x" });
    expect({ kind, code: error.code }).toEqual({ kind: "retry", code: "http_connection_lost" });
    expect(error.message).toMatch(/before an answer came/);
  });

  it.each([
    ["announced length", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"],
    ["last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n"],
  ])("the answer ends before its %s", async (_what, bytes) => {
    const stub = await startStub((socket) => socket.end(bytes));
    const { kind, error } = await failureOf({ url: stub.url });
    expect({ kind, code: error.code }).toEqual({ kind: "retry", code: "http_connection_lost" });
    expect(error.message).toMatch(/before the answer was complete/);
  });

  it.each([
    ["no HTTP", "SSH-2.0-OpenSSH_9.2\r\n\r\n"],
    ["HTTP without a status", "HTTP/1.1 abc\r\n\r\n"],
    ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nabc"],
    ["chunks without lengths", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"],
    ["headers without an end", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(100_000)}\r\n\r\n`],
    ["a status below 100", "HTTP/1.1 099 Early\r\nContent-Length: 0\r\n\r\n"],
  ])("the answer is %s", async (_what, bytes) => {
    const stub = await startStub((socket) => socket.end(bytes));
    const { kind, error } = await failureOf({ url: stub.url });
    expect({ kind, code: error.code }).toEqual({ kind: "retry", code: "http_invalid_response" });
  });

  it.each([
    [
      "100 Continue",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
      /answered 100 Continue, which was not asked for/,
    ],
    [
      "another protocol",
      "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n",
      /another protocol \(101, or an upgrade\), which was not asked for/,
    ],
  ])("the answer is %s, which nobody asked for", async (_what, bytes, message) => {
    const stub = await startStub((socket) => void socket.write(bytes));
    const { kind, error } = await failureOf({ url: stub.url });
    expect({ kind, code: error.code }).toEqual({ kind: "retry", code: "http_invalid_response" });
    expect(error.message).toMatch(message);
  });

  it("the server does not speak TLS", async () => {
    const echo = await startEcho();
    const { kind, error } = await failureOf({ url: echo.url.replace("http:", "https:") });
    expect({ kind, code: error.code }).toEqual({ kind: "retry", code: "http_tls_failed" });
  });
});

async function urlOfClosedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return `http://127.0.0.1:${address.port}`;
}

describe("an abort", () => {
  const reason = new Error("The lease was lost.");

  it("before the start throws its reason and sends nothing", async () => {
    const echo = await startEcho();
    await expect(runHttpRequest({ url: echo.url }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(echo.connections()).toBe(0);
  });

  it("while connecting throws its reason at once", async () => {
    const { resolver, asked } = createStuckResolver();
    const fetch = createTestFetch({ allowHosts: ["slow.test"], resolver });
    const controller = new AbortController();
    const running = runHttpRequest({ url: "http://slow.test/" }, { fetch, signal: controller.signal });
    await asked;
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
  });

  it.each([
    ["while waiting", ""],
    ["while reading", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc"],
  ])("%s throws its reason and closes the connection", async (_when, bytes) => {
    const events = new EventEmitter();
    const requested = once(events, "requested");
    const closed = once(events, "closed");
    const stub = await startStub((socket) => {
      socket.on("close", () => events.emit("closed"));
      socket.write(bytes, () => events.emit("requested"));
    });
    const controller = new AbortController();
    const running = runHttpRequest({ url: stub.url }, { signal: controller.signal });
    await requested;
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    await closed;
  });
});

describe("connections", () => {
  it("are used again", async () => {
    const echo = await startEcho((_request, response) => response.end("ok"));
    const fetch = createTestFetch();
    for (let count = 0; count < 5; count++) await outputOf({ url: echo.url }, { fetch });
    expect(echo.requests).toHaveLength(5);
    // The next request may come before the one connection is free again.
    expect(echo.connections()).toBeLessThanOrEqual(2);
  });

  it("end when the way out is closed, and requests with them", async () => {
    const stub = await startStub(() => {});
    const fetch = createTestFetch();
    const running = failureOf({ url: stub.url }, { fetch });
    await fetch.close();
    expect((await running).kind).toBe("retry");
    expect((await failureOf({ url: stub.url }, { fetch })).kind).toBe("retry");
  });

  it("take no notice of proxies in the environment", async () => {
    const proxy = await startStubWith(["HTTP/1.1 500 Proxy", "Content-Length: 0"]);
    const echo = await startEcho();
    for (const name of ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"]) vi.stubEnv(name, proxy.url);
    onCleanup(() => vi.unstubAllEnvs());
    expect((await outputOf({ url: echo.url })).status).toBe(200);
    expect(proxy.connections()).toBe(0);
  });
});
