import { maximumRetryAfterMs } from "@/core/backoff";

/**
 * How long a `Retry-After` header asks to wait, in milliseconds: whole seconds, or a date. A date is measured against
 * the answer's own `Date`, so that a wrong clock on either side does not matter, and without one against `now`.
 *
 * Anything else, and a time that is past, asks for nothing.
 */
export function parseRetryAfter(
  retryAfter: string | undefined,
  date: string | undefined,
  now: number,
): number | undefined {
  const text = retryAfter?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, maximumRetryAfterMs);
  const until = parseHttpDate(text);
  if (until === undefined) return undefined;
  const wait = until - (parseHttpDate(date?.trim() ?? "") ?? now);
  // Dates have whole seconds: rounding up keeps the next try from coming early.
  return wait > 0 ? Math.min(Math.ceil(wait / 1_000) * 1_000, maximumRetryAfterMs) : undefined;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The three forms of RFC 9110: `Sun, 06 Nov 1994 08:49:37 GMT`, and two from older times. */
const httpDateForms = [
  /^[A-Z][a-z]{2}, (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^[A-Z][a-z]+day, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/,
];

/** Milliseconds since 1970. Date.parse is no help: it finds a date in nearly anything, "-5" included. */
export function parseHttpDate(text: string): number | undefined {
  const parts = httpDateForms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!parts) return undefined;
  const month = months.indexOf(parts.month ?? "");
  const [hour = 0, minute = 0, second = 0] = (parts.time ?? "").split(":").map(Number);
  const day = Number(parts.day);
  if (month < 0 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60) return undefined;
  return Date.UTC(fullYear(parts.year ?? ""), month, day, hour, minute, second);
}

/** Of two digits, the year that is not more than 50 years ahead, as RFC 9110 wants it. */
function fullYear(text: string): number {
  const year = Number(text);
  if (text.length === 4) return year;
  const thisYear = new Date().getUTCFullYear();
  const candidate = thisYear - (thisYear % 100) + year;
  return candidate > thisYear + 50 ? candidate - 100 : candidate;
}
