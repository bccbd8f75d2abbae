/** The value that the given share of all is not above. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error("There is no percentile of nothing.");
  return value;
}

export function rounded(value: number, digits = 0): number {
  return Number(value.toFixed(digits));
}
