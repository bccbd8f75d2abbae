import { afterEach, describe, expect, it } from "vitest";
import { cleanUp } from "../testing/cleanup";
import { recordConnectionAttempts } from "../testing/connection-attempts";
import { codeOf, get, resolverTo } from "../testing/get";
import { createTestFetch } from "../testing/run-http-request";

afterEach(cleanUp);

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
