import type { LookupAddress, LookupOptions } from "node:dns";
import { describe, expect, it } from "vitest";
import { createAddressPolicy, isPublicAddress } from "./address-policy";

const addresses: LookupAddress[] = [
  { address: "2606:4700:4700::1111", family: 6 },
  { address: "1.1.1.1", family: 4 },
];

function lookUp(options: LookupOptions, answers: LookupAddress[] | Error = addresses): Promise<unknown[]> {
  const policy = createAddressPolicy({
    allowHosts: [],
    appUrl: "http://127.0.0.1:3000",
    resolver: (_hostname, callback) => (answers instanceof Error ? callback(answers, []) : callback(null, answers)),
  });
  return new Promise((resolve) => policy.guardedLookup("public.test", options, (...results) => resolve(results)));
}

describe("a public address", () => {
  it.each([
    "1.1.1.1",
    "93.184.215.14",
    "172.32.0.1",
    "192.169.0.1",
    "2606:4700:4700::1111",
    "::ffff:1.1.1.1",
    "2a00:1450::1",
  ])("is %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(["", "public.test", "1.1.1.1/8", "::1%lo", "fe80::1%eth0", "1.1.1.1 "])("is no other text: %j", (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });
});

describe("the guarded look-up", () => {
  it("hands on all addresses, or the first, of the family that was asked for", async () => {
    expect(await lookUp({ all: true })).toEqual([null, addresses]);
    expect(await lookUp({ all: true, family: 4 })).toEqual([null, [addresses[1]]]);
    expect(await lookUp({})).toEqual([null, "2606:4700:4700::1111", 6]);
    expect(await lookUp({ family: "IPv4" })).toEqual([null, "1.1.1.1", 4]);
    expect(await lookUp({ family: 6 })).toEqual([null, "2606:4700:4700::1111", 6]);
  });

  it("fails when there is no address, or none of the family", async () => {
    expect(await lookUp({ all: true }, [])).toMatchObject([{ code: "http_name_not_resolved" }, []]);
    expect(await lookUp({ family: 6 }, [{ address: "1.1.1.1", family: 4 }])).toMatchObject([
      { code: "http_name_not_resolved" },
      [],
    ]);
  });

  it("refuses every address when one is forbidden, also one of the other family", async () => {
    const mixed = [...addresses, { address: "fe80::1", family: 6 }];
    expect(await lookUp({ all: true, family: 4 }, mixed)).toMatchObject([{ code: "http_address_blocked" }, []]);
  });

  it("hands on what the resolver says when it fails", async () => {
    const error = new Error("no such name");
    expect(await lookUp({ all: true }, error)).toEqual([error, []]);
  });
});
