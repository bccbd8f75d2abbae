/** ISO 8601, UTC, exactly three decimals and `Z`. */
export function isoTime(time: Date): string {
  return time.toISOString();
}

export function isoTimeOrNull(time: Date | null): string | null {
  return time === null ? null : isoTime(time);
}
