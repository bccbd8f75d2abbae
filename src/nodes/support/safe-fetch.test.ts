import { afterEach, describe, expect, it } from "vitest";
import { cleanUp } from "../testing/cleanup";
import { recordConnectionAttempts } from "../testing/connection-attempts";
import { createTestFetch } from "../testing/run-http-request";
import { startEcho } from "../testing/servers";
import type { Resolver } from "./address-policy";
import { HttpFailure } from "./http-failure";
import { createSafeFetch, type SafeFetch, type SafeResponse } from "./safe-fetch";

afterEach(cleanUp);

function get(fetch: SafeFetch, url: string): Promise<SafeResponse> {
  return fetch({
    method: "GET",
    url: new URL(url),
    headers: [],
    body: undefined,
    timeoutMs: 10_000,
    followRedirects: true,
    signal: new AbortController().signal,
  });
}

async function codeOf(request: Promise<SafeResponse>): Promise<string> {
  try {
    return `answered ${(await request).status}`;
  } catch (error) {
    if (error instanceof HttpFailure) return error.code;
    throw error;
  }
}

/** A look-up that answers these addresses to whatever it is asked. */
function resolverTo(...addresses: string[]): Resolver {
  return (_hostname, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
}

/** Addresses that belong to this machine, its networks, or nobody. */
const forbiddenAddresses = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::7f00:1",
  "::a9fe:a9fe",
  "::ffff:127.0.0.1",
  "::ffff:a00:1",
  "::ffff:0:7f00:1",
  "64:ff9b::7f00:1",
  "64:ff9b::808:808",
  "64:ff9b:1::7f00:1",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::1",
  "2002:808:808::1",
  "3fff::1",
  "4000::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fec0::1",
  "ff02::1",
];

describe("a forbidden address is never connected to", () => {
  it.each(forbiddenAddresses)("written in the url: %s", async (address) => {
    const attempts = recordConnectionAttempts();
    const fetch = createTestFetch({ allowHosts: [] });
    const host = address.includes(":") ? `[${address}]` : address;
    expect(await codeOf(get(fetch, `http://${host}/`))).toBe("http_address_blocked");
    expect(await codeOf(get(fetch, `https://${host}:8443/`))).toBe("http_address_blocked");
    expect(attempts).toEqual([]);
  });

  it.each(forbiddenAddresses)("behind a name: %s", async (address) => {
    const attempts = recordConnectionAttempts();
    const fetch = createTestFetch({ allowHosts: [], resolver: resolverTo(address) });
    expect(await codeOf(get(fetch, "http://public.test/"))).toBe("http_address_blocked");
    expect(await codeOf(get(fetch, "https://public.test/"))).toBe("http_address_blocked");
    expect(attempts).toEqual([]);
  });

  it.each([
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://127.0.0.1./",
    "http://①②⑦.⓪.⓪.①/",
    "http://%31%32%37.0.0.1/",
    "http://0/",
    "http://[0:0:0:0:0:ffff:7f00:0001]/",
    "http://[::FFFF:127.0.0.1]/",
    "http://user:pass@127.0.0.1:80/",
    "http://2852039166/latest/meta-data/",
  ])("in disguise: %s", async (url) => {
    const attempts = recordConnectionAttempts();
    expect(await codeOf(get(createTestFetch({ allowHosts: [] }), url))).toBe("http_address_blocked");
    expect(attempts).toEqual([]);
  });

  it("by one of several answers", async () => {
    const attempts = recordConnectionAttempts();
    const fetch = createTestFetch({ allowHosts: [], resolver: resolverTo("93.184.215.14", "10.0.0.1") });
    expect(await codeOf(get(fetch, "http://public.test/"))).toBe("http_address_blocked");
    expect(attempts).toEqual([]);
  });

  it("by a name that answers well at first", async () => {
    const answers = ["127.0.0.1", "10.0.0.1"];
    const attempts = recordConnectionAttempts();
    const fetch = createTestFetch({
      allowHosts: [],
      // Every look-up is the connection's own, so there is no earlier one to answer well.
      resolver: (_hostname, callback) => callback(null, [{ address: answers.shift() ?? "10.0.0.2", family: 4 }]),
    });
    expect(await codeOf(get(fetch, "http://rebinding.test/"))).toBe("http_address_blocked");
    expect(await codeOf(get(fetch, "http://rebinding.test/"))).toBe("http_address_blocked");
    expect(attempts).toEqual([]);
    expect(answers).toEqual([]);
  });

  it("by what the system calls localhost", async () => {
    const attempts = recordConnectionAttempts();
    const fetch = createTestFetch({ allowHosts: [] });
    expect(await codeOf(get(fetch, "http://localhost:3000/"))).toBe("http_address_blocked");
    expect(await codeOf(get(fetch, "http://LOCALHOST.:3000/"))).not.toMatch(/^answered/);
    expect(attempts).toEqual([]);
  });

  it("and the message says what to do, without telling what the name leads to", async () => {
    const fetch = createTestFetch({ allowHosts: [], resolver: resolverTo("10.1.2.3") });
    const failure: unknown = await get(fetch, "http://inner.test:8080/?key=hidden").catch((error: unknown) => error);
    expect(failure).toMatchObject({
      message: expect.stringMatching(/^inner\.test .* add inner\.test .* HTTP_ALLOW_HOSTS/),
    });
    expect(failure).not.toMatchObject({ message: expect.stringMatching(/10\.1\.2\.3|hidden/) });
  });
});

describe("the allow list", () => {
  const local = resolverTo("127.0.0.1");

  it.each([
    [(port: number) => `127.0.0.1:${port}`, "http://127.0.0.1"],
    [() => "127.0.0.1", "http://127.0.0.1"],
    [() => "127.1", "http://0x7f.1"],
    [() => "INTRANET.test", "http://intranet.test"],
    [(port: number) => ` intranet.test:${port} `, "http://intranet.test"],
    [() => "münchen.test", "http://xn--mnchen-3ya.test"],
  ])("opens exactly what it names: %s for %s", async (entry, origin) => {
    const echo = await startEcho();
    const fetch = createTestFetch({ allowHosts: [entry(echo.port)], resolver: local });
    expect(await codeOf(get(fetch, `${origin}:${echo.port}/`))).toBe("answered 200");
  });

  it.each([
    ["another port", "127.0.0.1:1", "http://127.0.0.1"],
    ["another name of the machine", "127.0.0.1", "http://intranet.test"],
    ["a name below the one", "intranet.test", "http://sub.intranet.test"],
    ["a name that ends alike", "intranet.test", "http://evilintranet.test"],
    ["a name as the user", "intranet.test", "http://intranet.test@127.0.0.1"],
  ])("opens nothing else: %s", async (_what, entry, origin) => {
    const echo = await startEcho();
    const fetch = createTestFetch({ allowHosts: [entry], resolver: local });
    expect(await codeOf(get(fetch, `${origin}:${echo.port}/`))).toBe("http_address_blocked");
    expect(echo.connections()).toBe(0);
  });

  it.each([
    ["::1", "[::1]"],
    ["[::1]", "[::1]"],
    ["[::1]:9", "[::1]:9"],
    ["[0:0::1]:9", "[::1]:9"],
    ["localhost:80", "localhost"],
  ])("takes %s", async (entry, host) => {
    const attempts = recordConnectionAttempts();
    const fetch = createTestFetch({
      allowHosts: [entry],
      resolver: resolverTo("::1"),
    });
    await codeOf(get(fetch, `http://${host}/`));
    expect(attempts).toEqual(["::1"]);
  });

  it.each(["", "http://x", "x/path", "x:port", "x:", ":80", "a b", "x:1:2", "[::1", "user@x", "*.x"])(
    "refuses what is no host: %j",
    (entry) => {
      expect(() => createSafeFetch({ allowHosts: [entry], appUrl: "http://127.0.0.1:3000" })).toThrow(
        /HTTP_ALLOW_HOSTS/,
      );
    },
  );
});

describe("the product's own echo", () => {
  it("may always be called, at its own address and nowhere else", async () => {
    const echo = await startEcho();
    const fetch = createTestFetch({ allowHosts: [], appUrl: `${echo.url}/` });
    for (const path of ["/api/echo", "/api/echo?x=1", "/api/../api/echo", "/api/%2e%2e/api/echo"]) {
      expect(await codeOf(get(fetch, `${echo.url}${path}`))).toBe("answered 200");
    }
    for (const path of [
      "/",
      "/api",
      "/api/echo/",
      "/api/echo/../secrets",
      "/api/echoes",
      "/api%2Fecho",
      "//api/echo",
    ]) {
      expect(await codeOf(get(fetch, `${echo.url}${path}`))).toBe("http_address_blocked");
    }
    expect(await codeOf(get(fetch, `http://127.0.0.1:${echo.port === 1 ? 2 : 1}/api/echo`))).toBe(
      "http_address_blocked",
    );
    expect(echo.requests.map(({ path }) => path)).toEqual(Array(4).fill("/api/echo"));
  });

  it("leaves no connection behind that another path could use", async () => {
    const echo = await startEcho((_request, response) => response.end("ok"));
    const appUrl = `http://app.test:${echo.port}`;
    const fetch = createTestFetch({ allowHosts: [], appUrl, resolver: resolverTo("127.0.0.1") });
    expect(await codeOf(get(fetch, `${appUrl}/api/echo`))).toBe("answered 200");
    expect(await codeOf(get(fetch, `${appUrl}/api/secrets`))).toBe("http_address_blocked");
    expect(echo.requests.map(({ path }) => path)).toEqual(["/api/echo"]);
  });

  it("does not lend its trust to where it redirects to", async () => {
    const echo = await startEcho((_request, response) => response.writeHead(302, { location: "/api/secrets" }).end());
    const fetch = createTestFetch({ allowHosts: [], appUrl: echo.url });
    expect(await codeOf(get(fetch, `${echo.url}/api/echo`))).toBe("http_address_blocked");
    expect(echo.requests).toHaveLength(1);
  });
});
