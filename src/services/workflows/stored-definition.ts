import type { Definition } from "@/core/definition";
import { AppError } from "@/core/errors";
import { parseDefinition } from "@/core/graph/validate";
import { type Json, JsonError, type JsonText } from "@/core/json";

/**
 * A definition as it was saved. Everything was checked before it was stored, so what cannot be read was damaged by a hand on
 * the database, and nobody who sends a request can mend it.
 *
 * @throws AppError `conflict`
 */
export function readStoredDefinition(stored: JsonText): Definition {
  const parsed = parseDefinition(storedJson(stored));
  if (parsed.ok) return parsed.definition;
  const [first] = parsed.problems;
  throw damagedDefinition(first ? `${first.path}: ${first.message}` : "It is no definition.");
}

/** @throws AppError `conflict` when it is no JSON that the product stores */
export function storedJson(stored: JsonText): Json {
  try {
    return stored.parse();
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw damagedDefinition(error.message);
  }
}

export function damagedDefinition(problem: string): AppError {
  return new AppError(
    "conflict",
    `The definition of this workflow is damaged in the database, so that it cannot be used; nothing was started. ${problem} ` +
      "Bring the row back from a backup, or make the workflow anew. `pnpm run doctor` finds all such rows.",
  );
}
