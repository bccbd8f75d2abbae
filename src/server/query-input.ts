import { validationError } from "@/core/errors";

/**
 * The query as a contract's input: `limit` as a number if it is one, everything else as text. Unknown names are dropped
 * by the contract, and what is not a whole number ends as its error. A name given twice means two things at once.
 *
 * @throws AppError `validation_error`
 */
export function queryInput(query: URLSearchParams, names: readonly string[]): Record<string, unknown> {
  const repeated = names.filter((name) => query.getAll(name).length > 1);
  if (repeated.length > 0) {
    const problems = repeated.map((name) => ({
      path: name,
      message: `${name} is given more than once; give it once.`,
    }));
    throw validationError("The input is not valid.", problems);
  }
  const entries = names.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, name === "limit" ? wholeNumber(value) : value] as const];
  });
  return Object.fromEntries(entries);
}

function wholeNumber(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}
