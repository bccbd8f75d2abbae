/** ISO 8601, UTC, exactly three decimals and `Z`. */
export function isoTime(time: Date): string {
  return time.toISOString();
}

/** The same of a time as PostgreSQL writes it into JSON, with as many decimals as there are. */
export function isoTimeOfJson(text: string): string {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00:00$/.exec(text);
  return parts ? `${parts[1]}.${(parts[2] ?? "").padEnd(3, "0")}Z` : isoTime(new Date(text));
}

export function isoTimeOfJsonOrNull(text: string | null): string | null {
  return text === null ? null : isoTimeOfJson(text);
}

export function isoTimeOrNull(time: Date | null): string | null {
  return time === null ? null : isoTime(time);
}
