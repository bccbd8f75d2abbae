/** After a refresh, as many times its own duration pass before the next: a slow server is asked less often. */
const restFactor = 3;

/**
 * Makes many requests for a refresh few refreshes. The first goes ahead at once; whatever comes while it is under way, or
 * right after it, is answered by one more. None is forgotten, so what is shown in the end is never older than the last
 * request.
 */
export function coalesce(refresh: () => Promise<unknown>): () => void {
  let busy = false;
  let again = false;
  const begin = async () => {
    busy = true;
    again = false;
    const startedAt = performance.now();
    // A query that failed shows so itself.
    await refresh().catch(() => undefined);
    setTimeout(
      () => {
        busy = false;
        if (again) void begin();
      },
      (performance.now() - startedAt) * restFactor,
    );
  };
  return () => {
    if (busy) again = true;
    else void begin();
  };
}
