import { createHash, randomBytes } from "node:crypto";

/** Tells a key of ours at sight, for people and for programs that look for leaked credentials. */
const keyPrefix = "wfe_";
const shownCharacters = 12;
const pattern = /^wfe_[A-Za-z0-9_-]{43}$/;

export interface NewKey {
  key: string;
  prefix: string;
  hash: Uint8Array<ArrayBuffer>;
}

/** 256 bits from the system's source; nothing else is as good, so that a fast hash suffices to keep them. */
export function newApiKey(): NewKey {
  const key = keyPrefix + randomBytes(32).toString("base64url");
  return { key, prefix: key.slice(0, shownCharacters), hash: hashToken(key) };
}

export function isApiKey(text: string): boolean {
  return pattern.test(text);
}

/** SHA-256. What is looked up by it is compared by the index on the hash, whose time tells nothing of the token. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
}
