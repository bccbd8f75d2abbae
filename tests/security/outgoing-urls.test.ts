import { afterEach, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "@/core/json";
import type { Resolver } from "@/nodes/support/address-policy";
import { cleanUp } from "@/nodes/testing/cleanup";
import { recordConnectionAttempts } from "@/nodes/testing/connection-attempts";
import { get, resolverTo } from "@/nodes/testing/get";
import { createTestFetch, failureOf, outputOf } from "@/nodes/testing/run-http-request";
import { startEcho, startStubWith } from "@/nodes/testing/servers";
import { hostileUrls } from "./hostile-urls";

/* Every attempt of this process to connect is recorded at its sockets, below everything that might be in its way. */

afterEach(async () => {
  vi.unstubAllEnvs();
  await cleanUp();
});

/** Codes of failures that tell that nothing was sent. */
const refusals = ["http_address_blocked", "http_invalid_url", "http_name_not_resolved"];

it("the table is as long as it is meant to be", () => {
  const urls = new Set(hostileUrls.flatMap(({ kind, urls }) => urls.map((url) => `${kind} ${url}`)));
  expect(urls.size).toBeGreaterThanOrEqual(60);
  expect(new Set(hostileUrls.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(20);
});

describe("no connection is tried", () => {
  it.each(hostileUrls)("to $kind", async ({ urls, answers }) => {
    const attempts = recordConnectionAttempts();
    const fetch = createTestFetch({ allowHosts: [], resolver: resolverTo(...(answers ?? [])) });
    for (const url of urls) {
      const { error } = await failureOf({ url }, { fetch });
      expect({ url, refused: refusals.includes(error.code), code: error.code }).toMatchObject({ url, refused: true });
    }
    expect(attempts).toEqual([]);
  });

  it.each(hostileUrls)("by a redirect to $kind", async ({ urls, answers }) => {
    let location = "";
    const server = await startEcho((_request, response) => response.writeHead(302, { location }).end());
    const attempts = recordConnectionAttempts();
    const resolver: Resolver = (hostname, callback) =>
      resolverTo(...(hostname === "redirects.test" ? ["127.0.0.1"] : (answers ?? [])))(hostname, callback);
    const fetch = createTestFetch({ allowHosts: [`redirects.test:${server.port}`], resolver });
    for (const url of urls) {
      // What stands in no header cannot be redirected to; the server would be the one to fail.
      location = encodeURI(url.replace(/\p{Cc}/gu, "")).replaceAll("%25", "%");
      const { error } = await failureOf({ url: `http://redirects.test:${server.port}/` }, { fetch });
      expect({ location, code: error.code }).toEqual({
        location,
        code: expect.stringMatching(/^http_(address_blocked|invalid_response|name_not_resolved|too_many_redirects)$/),
      });
    }
    // Only ever to the server that redirects; to another port or path of its machine neither.
    expect(attempts).toEqual(Array(server.connections()).fill("127.0.0.1"));
  });

  it("after a name has changed its answer", async () => {
    const answers = ["93.184.215.14", "127.0.0.1", "::1"];
    const attempts = recordConnectionAttempts();
    const fetch = createTestFetch({
      allowHosts: [],
      limits: { connectTimeoutMs: 500 },
      resolver: (hostname, callback) => resolverTo(answers.shift() ?? "10.0.0.1")(hostname, callback),
    });
    // A connection is made to the very address that was checked: the name is not asked a second time in between.
    await get(fetch, "http://rebinds.test/").catch(() => undefined);
    expect(attempts).toEqual(["93.184.215.14"]);
    for (let again = 0; again < 3; again++) {
      expect((await failureOf({ url: "http://rebinds.test/" }, { fetch })).error.code).toBe("http_address_blocked");
    }
    expect(attempts).toEqual(["93.184.215.14"]);
  });
});

it("proxies that the environment names are not asked", async () => {
  const proxy = await startEcho();
  const target = await startEcho();
  for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"]) {
    vi.stubEnv(name, proxy.url);
  }
  vi.stubEnv("NODE_USE_ENV_PROXY", "1");
  expect(await outputOf({ url: target.url })).toMatchObject({ status: 200 });
  expect((await failureOf({ url: "http://10.0.0.1/" })).error.code).toBe("http_address_blocked");
  expect({ proxy: proxy.connections(), target: target.connections() }).toEqual({ proxy: 0, target: 1 });
});

describe("nothing is sent with a header", () => {
  const smuggled = [
    "\r\nx-evil: 1",
    "\n",
    "\r",
    "\u0000",
    "a\r\n\r\nGET /evil HTTP/1.1",
    "\u000b",
    "\u007f",
    "\u2028\n",
  ];

  it.each(smuggled)("whose value holds %j", async (text) => {
    const attempts = recordConnectionAttempts();
    for (const value of [text, `before${text}`, `${text}after`]) {
      const all: JsonObject[] = [{ "x-mine": value }, { "x-mine": ["fine", value] }, { authorization: value }];
      for (const headers of all) {
        const { error } = await failureOf({ url: "http://127.0.0.1:1/", headers });
        expect(error.code).toBe("http_invalid_header");
      }
    }
    expect(attempts).toEqual([]);
  });

  it.each(smuggled)("whose name holds %j", async (text) => {
    const attempts = recordConnectionAttempts();
    const { error } = await failureOf({ url: "http://127.0.0.1:1/", headers: { [`x-mine${text}`]: "1" } });
    expect(error.code).toBe("http_invalid_header");
    expect(attempts).toEqual([]);
  });

  it("even if its characters would only become a line break on the wire", async () => {
    const server = await startEcho();
    // Their low bytes are CR and LF: whoever cuts characters down to bytes sends a line break.
    await outputOf({ url: server.url, headers: { "x-mine": "a\u010d\u010ax-evil: 1" } });
    expect(server.requests[0]?.headers.map(([name]) => name)).not.toContain("x-evil");
  });
});

it("no credential goes along to another origin, whatever its header is called", async () => {
  const other = await startEcho();
  const named = other.url.replace("127.0.0.1", "other.test");
  const first = await startStubWith(["HTTP/1.1 307 Temporary Redirect", `Location: ${named}/`, "Content-Length: 0"]);
  const fetch = createTestFetch({ allowHosts: ["127.0.0.1", "other.test"], resolver: resolverTo("127.0.0.1") });
  const headers = { authorization: "Bearer s3cr3t", cookie: "s=s3cr3t", "x-api-key": "s3cr3t", "x-any": "s3cr3t" };
  await outputOf({ url: first.url.replace("//", "//user:s3cr3t@"), headers }, { fetch });
  expect(other.requests).toHaveLength(1);
  expect(JSON.stringify(other.requests)).not.toContain("s3cr3t");
});
