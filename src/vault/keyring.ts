import { randomBytes } from "node:crypto";
import { encodeBase64Url, FernetError, type FernetKey, fernetDecrypt, fernetEncrypt, parseFernetKey } from "./fernet";

/** Encrypts with the first of several keys and decrypts with any, so that keys can be changed without a stop. */
export interface Keyring {
  /** @throws VaultError when the text holds half a surrogate pair, which no encoding can keep */
  encrypt(text: string): string;
  /** @throws VaultError when none of the keys made this token, or it was changed */
  decrypt(token: string): string;
  /** whether the first key made this token: nothing to do when keys are changed */
  isCurrent(token: string): boolean;
}

/** Its message names FERNET_KEY and says what to do; it never holds a key, a token or a secret. */
export class VaultError extends Error {
  override readonly name = "VaultError";
}

/** A new key in the form that FERNET_KEY takes; Python's `Fernet(key)` reads it too. */
export function generateKey(): string {
  return encodeBase64Url(randomBytes(32));
}

/** @throws VaultError when there is no key, or one is malformed */
export function createKeyring(keys: readonly string[]): Keyring {
  const ring = keys.map((text, index) => readKey(text, index, keys.length));
  const [first] = ring;
  if (!first) throw new VaultError(`FERNET_KEY is empty. ${howToMakeKey}`);

  return {
    encrypt(text) {
      if (!text.isWellFormed()) {
        throw new VaultError("The value holds half of a surrogate pair (a broken character) and cannot be kept.");
      }
      return fernetEncrypt(first, Buffer.from(text, "utf8"));
    },
    decrypt(token) {
      for (const key of ring) {
        const message = tryDecrypt(key, token);
        if (message) return readUtf8(message);
      }
      throw new VaultError(
        "None of the keys in FERNET_KEY can read this value: it was encrypted with another key, or was changed. " +
          "Add the key that it was encrypted with to FERNET_KEY, after a comma, or save the secret again.",
      );
    },
    isCurrent: (token) => tryDecrypt(first, token) !== undefined,
  };
}

const howToMakeKey = "Make a key with `pnpm key:generate`; separate several keys with commas, the newest first.";

function readKey(text: string, index: number, count: number): FernetKey {
  const key = parseFernetKey(text.trim());
  if (key) return key;
  const which = count === 1 ? "FERNET_KEY is not" : `Key ${index + 1} of ${count} in FERNET_KEY is not`;
  throw new VaultError(`${which} 32 bytes in base64url (44 characters). ${howToMakeKey}`);
}

function tryDecrypt(key: FernetKey, token: string): Buffer | undefined {
  try {
    return fernetDecrypt(key, token);
  } catch (error) {
    if (error instanceof FernetError) return undefined;
    throw error;
  }
}

function readUtf8(message: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(message);
  } catch {
    throw new VaultError("The decrypted value is not UTF-8 text. Save the secret again.");
  }
}
