const longestId = 64;

/** An id that is not taken: `base`, or else `base` with the first free number behind it, cut where it would be too long. */
export function freshId(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  const stem = base.replace(/_\d+$/, "");
  for (let number = 2; ; number++) {
    const suffix = `_${number}`;
    const id = stem.slice(0, longestId - suffix.length) + suffix;
    if (!taken.has(id)) return id;
  }
}
