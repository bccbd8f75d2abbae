/**
 * The query as a contract's input: `limit` as a number if it is one, everything else as text. Unknown names are dropped
 * by the contract, and what is not a whole number ends as its error.
 */
export function queryInput(query: URLSearchParams, names: readonly string[]): Record<string, unknown> {
  const entries = names.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, name === "limit" ? wholeNumber(value) : value] as const];
  });
  return Object.fromEntries(entries);
}

function wholeNumber(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}
