import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fernetEncrypt, parseFernetKey } from "./fernet";
import { createKeyring, generateKey, VaultError } from "./keyring";

describe("a keyring", () => {
  it("gives back any text", () => {
    const keyring = createKeyring([generateKey()]);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        expect(keyring.decrypt(keyring.encrypt(text))).toBe(text);
      }),
    );
    expect(keyring.decrypt(keyring.encrypt("\ufeffwith a mark, a \u0000 and a line\n"))).toBe(
      "\ufeffwith a mark, a \u0000 and a line\n",
    );
  });

  it("encrypts with the first key and decrypts with all", () => {
    const [old, current] = [generateKey(), generateKey()];
    const rotated = createKeyring([current, old]);
    expect(rotated.decrypt(createKeyring([old]).encrypt("kept"))).toBe("kept");
    expect(createKeyring([current]).decrypt(rotated.encrypt("new"))).toBe("new");
    expect(() => createKeyring([old]).decrypt(rotated.encrypt("new"))).toThrow(VaultError);
  });

  it("says that a key is missing, and shows neither token nor key", () => {
    const key = generateKey();
    const token = createKeyring([generateKey()]).encrypt("value");
    const message = messageOf(() => createKeyring([key]).decrypt(token));
    expect(message).toMatch(/FERNET_KEY/);
    expect(message).not.toContain(token.slice(0, 20));
    expect(message).not.toContain(key.slice(0, 8));
  });

  it("refuses a text that no encoding can keep", () => {
    expect(() => createKeyring([generateKey()]).encrypt("half \ud800")).toThrow(/surrogate/);
  });

  it("refuses bytes that are no text", () => {
    const key = generateKey();
    const fernetKey = parseFernetKey(key);
    if (!fernetKey) throw new Error("generateKey made no key");
    const token = fernetEncrypt(fernetKey, Uint8Array.of(0xff, 0xfe));
    expect(() => createKeyring([key]).decrypt(token)).toThrow(/UTF-8/);
  });

  it("names FERNET_KEY and the place of a malformed key, without showing it", () => {
    const bad = "this-is-not-a-key-but-somebody-typed-it-here";
    const message = messageOf(() => createKeyring([generateKey(), bad]));
    expect(message).toMatch(/^Key 2 of 2 in FERNET_KEY is not 32 bytes in base64url/);
    expect(message).not.toContain(bad.slice(0, 8));
    expect(messageOf(() => createKeyring([bad]))).toMatch(/^FERNET_KEY is not/);
    expect(messageOf(() => createKeyring([]))).toMatch(/^FERNET_KEY is empty/);
  });

  it("takes keys with blanks around them, as lists with commas have", () => {
    const key = generateKey();
    expect(createKeyring([` ${key}\n`]).decrypt(createKeyring([key]).encrypt("same"))).toBe("same");
  });

  it("reads what Python's cryptography writes", () => {
    // Made by cryptography 48.0.0: Fernet(key).encrypt_at_time("grüße, 世界\n".encode(), 1700000000)
    const key = "cw_0x689RpI-jtRR7oE8h_eQsKImvJapLeSbXpwF4e4=";
    const token =
      "gAAAAABlU_EAoE4GLaWN4CrQJhlZhY1jfxyS4nFF7b6jJwHmOnycgHTHh1cfk2sJkyJtjf9MJ1lIsH8sWJ1mlR9F095wjAt2PLxjksBxYX2tGh4XbbtZNGo=";
    expect(createKeyring([key]).decrypt(token)).toBe("grüße, 世界\n");
  });
});

describe("generateKey", () => {
  it("makes 44 characters of base64url, another each time", () => {
    const keys = Array.from({ length: 50 }, generateKey);
    expect(keys.every((key) => /^[A-Za-z0-9_-]{43}=$/.test(key))).toBe(true);
    expect(new Set(keys).size).toBe(50);
  });
});

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof VaultError) return error.message;
    throw error;
  }
  throw new Error("Nothing was thrown.");
}
