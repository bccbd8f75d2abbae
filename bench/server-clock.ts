import type pg from "pg";

const looks = 50;

/** Now, as fractional milliseconds since 1970: the system's clock when this process began, and a monotonic one since. */
export const now = (): number => performance.timeOrigin + performance.now();

/**
 * How far the clock of a server on this machine is ahead of `now`, in milliseconds. Both are read from the same system
 * clock, but not in the same way; of several looks the quickest is the most exact.
 */
export async function serverClockAhead(client: pg.Client): Promise<number> {
  let best = { tookMs: Number.POSITIVE_INFINITY, aheadMs: 0 };
  for (let look = 0; look < looks; look++) {
    const askedAt = now();
    const { rows } = await client.query<{ ms: number }>({
      name: "clock",
      text: "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms",
    });
    const tookMs = now() - askedAt;
    if (rows[0] && tookMs < best.tookMs) best = { tookMs, aheadMs: rows[0].ms - (askedAt + tookMs / 2) };
  }
  return best.aheadMs;
}
