import { createHash, timingSafeEqual } from "node:crypto";

/** Whether a scrape gets its figures: `hidden` when nobody does, `refused` when the caller does not know the token. */
export type ScrapeAccess = "granted" | "hidden" | "refused";

/** Compares digests, which are of one length, so that the time it takes tells nothing about the token. */
export function judgeScrape(authorization: string | null | undefined, token: string | undefined): ScrapeAccess {
  if (token === undefined) return "hidden";
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(given), digest(token)) ? "granted" : "refused";
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
