import { afterEach, describe, expect, it } from "vitest";
import { cleanUp } from "../testing/cleanup";
import { recordConnectionAttempts } from "../testing/connection-attempts";
import { codeOf, get, resolverTo } from "../testing/get";
import { createTestFetch } from "../testing/run-http-request";
import { startEcho } from "../testing/servers";
import { createSafeFetch } from "./safe-fetch";

afterEach(cleanUp);

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
