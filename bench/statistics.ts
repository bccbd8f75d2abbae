/** The value that the given share of all is not above. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error("There is no percentile of nothing.");
  return value;
}

/** The one in the middle, by `figure`; of an even number the lower of the two, so that it is one that was measured. */
export function medianBy<Item>(items: readonly Item[], figure: (item: Item) => number): Item {
  const sorted = [...items].sort((a, b) => figure(a) - figure(b));
  const item = sorted[Math.ceil(sorted.length / 2) - 1];
  if (item === undefined) throw new Error("There is no median of nothing.");
  return item;
}

export function rounded(value: number, digits = 0): number {
  return Number(value.toFixed(digits));
}
