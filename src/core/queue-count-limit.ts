/** Counts of queued steps stop here, so that asking costs the same whether fifty thousand wait or fifty million. */
export const queueCountLimit = 50_000;
