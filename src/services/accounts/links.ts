import { randomBytes } from "node:crypto";
import { hashToken } from "./api-key-token";

const dayMs = 24 * 60 * 60 * 1_000;
/** An invitation waits for somebody who may be away; a way into an account that is there does not. */
export const linkLifetimeMs = { join: 7 * dayMs, password: dayMs } as const;

export interface NewLink {
  url: string;
  tokenHash: Uint8Array<ArrayBuffer>;
}

/** A link that is told once: only its hash is kept. */
export function newLink(appUrl: string): NewLink {
  const token = randomBytes(32).toString("base64url");
  // Behind the #, so that it reaches no log of a server or proxy.
  return { url: `${appUrl.replace(/\/$/, "")}/welcome#${token}`, tokenHash: hashToken(token) };
}
