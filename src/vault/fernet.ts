import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/*
 * Fernet (https://github.com/fernet/spec), version 0x80:
 * token = base64url( version 8 bits ‖ timestamp 64 ‖ iv 128 ‖ AES-128-CBC ciphertext ‖ HMAC-SHA256 256 )
 */
const version = 0x80;
const timestampOffset = 1;
const ivOffset = 9;
const ciphertextOffset = 25;
const macLength = 32;
const blockLength = 16;
const maximumClockSkewSeconds = 60;

/** The two halves of a key: the first signs, the second encrypts. */
export interface FernetKey {
  signing: Buffer;
  encryption: Buffer;
}

/** Thrown for every token that is not exactly what the key made; why is told to developers, never to clients. */
export class FernetError extends Error {
  override readonly name = "FernetError";
}

/** Reads a key: 32 bytes in base64url, with or without its padding; undefined when the text is anything else. */
export function parseFernetKey(text: string): FernetKey | undefined {
  const bytes = decodeBase64Url(text.length === 43 ? `${text}=` : text);
  if (bytes?.length !== 32) return undefined;
  return { signing: bytes.subarray(0, 16), encryption: bytes.subarray(16) };
}

export interface EncryptOptions {
  /** seconds since 1970; only tests set it */
  now?: number;
  /** 16 bytes, never used twice; only tests set it */
  iv?: Uint8Array;
}

export function fernetEncrypt(key: FernetKey, message: Uint8Array, options: EncryptOptions = {}): string {
  const iv = options.iv ?? randomBytes(blockLength);
  const timestamp = Buffer.alloc(8);
  timestamp.writeBigUInt64BE(BigInt(options.now ?? currentSeconds()));
  const cipher = createCipheriv("aes-128-cbc", key.encryption, iv);
  const signed = Buffer.concat([Buffer.of(version), timestamp, iv, cipher.update(message), cipher.final()]);
  return encodeBase64Url(Buffer.concat([signed, macOf(key, signed)]));
}

export interface DecryptOptions {
  /** refuses tokens older than this, and tokens from more than a minute in the future */
  ttlSeconds?: number;
  /** seconds since 1970 */
  now?: number;
}

/** @throws FernetError when the token is malformed, was changed, was made with another key, or is too old */
export function fernetDecrypt(key: FernetKey, token: string, options: DecryptOptions = {}): Buffer {
  const bytes = decodeBase64Url(token);
  if (!bytes) throw new FernetError("The token is not base64url.");
  const ciphertextLength = bytes.length - ciphertextOffset - macLength;
  if (ciphertextLength < blockLength || ciphertextLength % blockLength !== 0 || bytes[0] !== version) {
    throw new FernetError("The token is not a Fernet token of version 0x80.");
  }
  if (options.ttlSeconds !== undefined) {
    checkAge(Number(bytes.readBigUInt64BE(timestampOffset)), options.ttlSeconds, options.now ?? currentSeconds());
  }

  const signed = bytes.subarray(0, bytes.length - macLength);
  if (!timingSafeEqual(macOf(key, signed), bytes.subarray(signed.length))) {
    throw new FernetError("The token was changed, or was made with another key.");
  }
  const decipher = createDecipheriv("aes-128-cbc", key.encryption, bytes.subarray(ivOffset, ciphertextOffset));
  try {
    return Buffer.concat([decipher.update(signed.subarray(ciphertextOffset)), decipher.final()]);
  } catch {
    throw new FernetError("The token's padding is broken.");
  }
}

function checkAge(timestamp: number, ttlSeconds: number, now: number): void {
  if (timestamp + ttlSeconds < now) throw new FernetError("The token is too old.");
  if (timestamp > now + maximumClockSkewSeconds) throw new FernetError("The token is from the future.");
}

function macOf(key: FernetKey, signed: Uint8Array): Buffer {
  return createHmac("sha256", key.signing).update(signed).digest();
}

export function encodeBase64Url(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("+", "-").replaceAll("/", "_");
}

/** Strict: what does not encode back to the same text is refused, where Buffer would skip or guess. */
function decodeBase64Url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  return encodeBase64Url(bytes) === text ? bytes : undefined;
}

function currentSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}
