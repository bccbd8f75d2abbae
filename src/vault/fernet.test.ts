import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type FernetKey, fernetDecrypt, fernetEncrypt, parseFernetKey } from "./fernet";

const generateVectors = z.array(
  z.object({ token: z.string(), now: z.string(), iv: z.array(z.number()), src: z.string(), secret: z.string() }),
);
const verifyVectors = z.array(
  z.object({ token: z.string(), now: z.string(), ttl_sec: z.number(), src: z.string(), secret: z.string() }),
);
const invalidVectors = z.array(
  z.object({ desc: z.string(), token: z.string(), now: z.string(), ttl_sec: z.number(), secret: z.string() }),
);

function readVectors<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> {
  const file = new URL(`../../tests/fixtures/fernet-${name}.json`, import.meta.url);
  return schema.parse(JSON.parse(readFileSync(file, "utf8")));
}

function keyOf(text: string): FernetKey {
  const key = parseFernetKey(text);
  if (!key) throw new Error(`Not a key: ${text}`);
  return key;
}

const secondsOf = (time: string) => Date.parse(time) / 1_000;
const secret = "cw_0x689RpI-jtRR7oE8h_eQsKImvJapLeSbXpwF4e4=";

describe("the vectors of the specification", () => {
  it.each(readVectors("generate", generateVectors))("generates $src", ({ token, now, iv, src, secret }) => {
    const made = fernetEncrypt(keyOf(secret), Buffer.from(src), { now: secondsOf(now), iv: Uint8Array.from(iv) });
    expect(made).toBe(token);
  });

  it.each(readVectors("verify", verifyVectors))("verifies $src", ({ token, now, ttl_sec, src, secret }) => {
    const message = fernetDecrypt(keyOf(secret), token, { now: secondsOf(now), ttlSeconds: ttl_sec });
    expect(message.toString()).toBe(src);
  });

  /** What each is refused for; a token that is refused for something else would prove nothing. */
  const reasons: Record<string, RegExp> = {
    "incorrect mac": /changed/,
    "too short": /not a Fernet token/,
    "invalid base64": /not base64url/,
    "payload size not multiple of block size": /not a Fernet token/,
    "payload padding error": /padding/,
    "far-future TS (unacceptable clock skew)": /future/,
    "expired TTL": /too old/,
    "incorrect IV (causes padding error)": /padding/,
  };

  it.each(readVectors("invalid", invalidVectors))("refuses: $desc", ({ desc, token, now, ttl_sec, secret }) => {
    const decrypt = () => fernetDecrypt(keyOf(secret), token, { now: secondsOf(now), ttlSeconds: ttl_sec });
    expect(decrypt).toThrow(reasons[desc]);
  });

  it("are ten, and each refusal has its reason", () => {
    const invalid = readVectors("invalid", invalidVectors);
    const all = [...invalid, ...readVectors("generate", generateVectors), ...readVectors("verify", verifyVectors)];
    expect(all).toHaveLength(10);
    expect(invalid.map(({ desc }) => desc).sort()).toEqual(Object.keys(reasons).sort());
  });
});

describe("tokens", () => {
  it("give back any message, of any length", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (message) => {
        const token = fernetEncrypt(keyOf(secret), message);
        expect(fernetDecrypt(keyOf(secret), token)).toEqual(Buffer.from(message));
      }),
    );
  });

  it("never repeat, because the iv never does", () => {
    const tokens = Array.from({ length: 100 }, () => fernetEncrypt(keyOf(secret), Buffer.from("same")));
    expect(new Set(tokens).size).toBe(100);
  });

  it("are refused once any bit was flipped", () => {
    const token = Buffer.from(fernetEncrypt(keyOf(secret), Buffer.from("hello")), "base64url");
    fc.assert(
      fc.property(fc.nat({ max: token.length * 8 - 1 }), (bit) => {
        const changed = Buffer.from(token);
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        expect(() => fernetDecrypt(keyOf(secret), urlSafe(changed))).toThrow();
      }),
      { numRuns: 500 },
    );
  });

  it("are refused when cut, lengthened, or of another version, even when signed rightly", () => {
    const token = fernetEncrypt(keyOf(secret), Buffer.from("hello"));
    for (const bad of ["", token.slice(4), token.slice(0, -4), `${token}AAAA`]) {
      expect(() => fernetDecrypt(keyOf(secret), bad)).toThrow(/not a Fernet token|changed|base64url/);
    }
    const otherVersion = Buffer.from(token, "base64url");
    otherVersion[0] = 0x81;
    const signed = otherVersion.subarray(0, -32);
    const resigned = Buffer.concat([signed, createHmac("sha256", keyOf(secret).signing).update(signed).digest()]);
    expect(() => fernetDecrypt(keyOf(secret), urlSafe(resigned))).toThrow(/not a Fernet token/);
  });

  it("are refused in any other spelling of the same bytes", () => {
    // 73 bytes: the base64 ends in a character of which four bits mean nothing, and in padding.
    const token = fernetEncrypt(keyOf(secret), Buffer.from("hello"), {
      iv: new Uint8Array(16).fill(255),
      now: 499162800,
    });
    const bytes = Buffer.from(token, "base64url");
    const standard = bytes.toString("base64");
    expect(standard).not.toBe(token);
    for (const spelling of [standard, ` ${token}`, `${token}\n`, token.replace(/=+$/, ""), `${token}=`, `-${token}`]) {
      expect(() => fernetDecrypt(keyOf(secret), spelling)).toThrow(/base64url|not a Fernet token/);
    }
  });

  it("have no age limit unless one is asked for, and a minute of clock difference is forgiven", () => {
    const token = fernetEncrypt(keyOf(secret), Buffer.from("hello"), { now: 1_000 });
    expect(fernetDecrypt(keyOf(secret), token, { now: 2_000_000_000 }).toString()).toBe("hello");
    expect(fernetDecrypt(keyOf(secret), token, { now: 940, ttlSeconds: 1 }).toString()).toBe("hello");
    expect(() => fernetDecrypt(keyOf(secret), token, { now: 939, ttlSeconds: 1 })).toThrow(/future/);
  });
});

describe("keys", () => {
  it("are 32 bytes of base64url, with or without padding", () => {
    expect(parseFernetKey(secret)).toBeDefined();
    expect(parseFernetKey(secret.slice(0, -1))).toEqual(parseFernetKey(secret));
  });

  it.each([
    ["empty", ""],
    ["too short", "c2hvcnQ="],
    ["too long", `${secret.slice(0, -1)}AAAA`],
    ["standard base64", secret.replaceAll("_", "/").replaceAll("-", "+")],
    ["bits that mean nothing", `${secret.slice(0, -2)}5=`],
    ["inner blanks", `${secret.slice(0, 20)} ${secret.slice(20)}`],
  ])("are refused when %s", (_what, text) => {
    expect(parseFernetKey(text)).toBeUndefined();
  });
});

function urlSafe(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("+", "-").replaceAll("/", "_");
}
