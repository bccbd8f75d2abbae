import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Printed where the server runs, so that only somebody who may look there makes the first admin, and not whoever finds the
 * address first. Made of the secret, so it is the same in every process and is stored nowhere.
 */
export function setUpCode(secret: string): string {
  return createHmac("sha256", secret).update("workflow-engine: first admin").digest("base64url");
}

export function isSetUpCode(secret: string, given: string): boolean {
  const expected = Buffer.from(setUpCode(secret));
  const received = Buffer.from(given);
  return received.length === expected.length && timingSafeEqual(received, expected);
}
