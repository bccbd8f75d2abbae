/** Undefined is the reader's own. */
export type Zone = "UTC" | undefined;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const dateIn = formatsIn("sv-SE", { dateStyle: "short" });
const minuteIn = formatsIn("sv-SE", { dateStyle: "short", timeStyle: "short" });
const exactIn = formatsIn("en-GB", {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  timeZoneName: "short",
});

/**
 * The server writes all times in UTC, a hundred on a page, and making a format costs many times what using it does: that one is
 * made once. The reader's own zone may become another one while a page is open.
 */
function formatsIn(locale: string, styles: Intl.DateTimeFormatOptions): (zone: Zone) => Intl.DateTimeFormat {
  const inUtc = new Intl.DateTimeFormat(locale, { ...styles, timeZone: "UTC" });
  return (zone) => (zone === "UTC" ? inUtc : new Intl.DateTimeFormat(locale, styles));
}

/** "just now", "5 min ago", "in 2 h"; beyond a month the date. Clocks that differ a little make no future. */
export function formatRelative(time: number, now: number, zone: Zone = "UTC"): string {
  const distance = now - time;
  const size = Math.abs(distance);
  if (distance > -5 * second && distance < 5 * second) return "just now";
  if (size >= 30 * day) return formatDate(time, zone);
  const amount = relativeAmount(size);
  return distance > 0 ? `${amount} ago` : `in ${amount}`;
}

/** "2026-01-20": Swedish dates are written as ISO 8601 writes them. */
function formatDate(time: number, zone: Zone): string {
  return dateIn(zone).format(time);
}

/** "2026-01-20 09:05", for the ends of a span. */
export function formatToMinute(time: number, zone: Zone): string {
  return minuteIn(zone).format(time);
}

function relativeAmount(size: number): string {
  if (size < minute) return `${Math.floor(size / second)} s`;
  if (size < hour) return `${Math.floor(size / minute)} min`;
  if (size < day) return `${Math.floor(size / hour)} h`;
  const days = Math.floor(size / day);
  return days === 1 ? "1 day" : `${days} days`;
}

/** "85 ms", "1.2 s", "1 min 5 s", "2 h 10 min", "3 d 4 h": two units at most, and never rounded up to the next. */
export function formatDuration(milliseconds: number): string {
  const length = Math.max(0, milliseconds);
  if (length < second) return `${Math.round(length)} ms`;
  if (length < 10 * second) return `${(Math.floor(length / 100) / 10).toFixed(1)} s`;
  if (length < minute) return `${Math.floor(length / second)} s`;
  if (length < hour) return twoUnits(length, minute, "min", second, "s");
  if (length < day) return twoUnits(length, hour, "h", minute, "min");
  return twoUnits(length, day, "d", hour, "h");
}

/** How long something takes so far, in whole seconds: tenths would only flicker. */
export function formatElapsed(milliseconds: number): string {
  return milliseconds < minute ? `${Math.max(0, Math.floor(milliseconds / second))} s` : formatDuration(milliseconds);
}

function twoUnits(length: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((length % large) / small);
  const whole = `${Math.floor(length / large)} ${largeName}`;
  return rest === 0 ? whole : `${whole} ${rest} ${smallName}`;
}

/** What is left until a time, in whole seconds: "3 s", "2 min 5 s"; "now" once it has come. */
export function formatCountdown(time: number, now: number): string {
  const left = Math.ceil((time - now) / second) * second;
  if (left <= 0) return "now";
  return left < minute ? `${left / second} s` : formatDuration(left);
}

/** The exact time with its zone. */
export function formatExact(time: number, zone: Zone): string {
  return exactIn(zone).format(time);
}
