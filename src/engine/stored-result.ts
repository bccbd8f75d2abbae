import { type Outcome, type StepError, stepError } from "@/core/executor";
import { type Json, stringifyJson } from "@/core/json";

/**
 * What came of a step as it waits to be written: values as JSON text, never as trees. A tree takes up to twenty times
 * the room of its text, and results wait for the database while other steps go on.
 */
export type StoredOutcome =
  | { kind: "done"; output: string; branch?: string }
  | { kind: "retry" | "dead"; error: StoredError }
  | Extract<Outcome, { kind: "wait" | "skip" | "giveback" }>;

export interface StoredError {
  code: string;
  message: string;
  /** JSON text */
  details: string;
}

/** Characters of JSON in one output, one evaluated config, or the details of one error. */
const maximumStoredLength = 16 * 1024 * 1024;

/** The JSON text of a value, or the error of a step whose value is too long to be stored. */
export function storedText(what: "output" | "config", value: Json): { text: string } | { error: StepError } {
  const text = stringifyJson(value);
  if (text.length <= maximumStoredLength) return { text };
  const megabytes = (characters: number) => Math.round((characters / 1024 / 1024) * 10) / 10;
  const message = `The step's ${what} takes ${megabytes(text.length)} MB as JSON; at most ${megabytes(maximumStoredLength)} MB can be stored.`;
  return { error: stepError(`${what}_too_large`, message) };
}

export function storedOutcome(outcome: Outcome): StoredOutcome {
  switch (outcome.kind) {
    case "done": {
      const stored = storedText("output", outcome.output);
      if ("error" in stored) return { kind: "dead", error: storedError(stored.error) };
      return { ...outcome, output: stored.text };
    }
    case "retry":
    case "dead":
      return { kind: outcome.kind, error: storedError(outcome.error) };
    default:
      return outcome;
  }
}

export function storedError({ code, message, details }: StepError): StoredError {
  const text = stringifyJson(details);
  if (text.length <= maximumStoredLength) return { code, message, details: text };
  return { code, message: `${message} Its details are too long to be kept.`, details: "null" };
}

/** An error as the database holds it. */
export function errorText({ code, message, details }: StoredError): string {
  return `{"code":${JSON.stringify(code)},"message":${JSON.stringify(message)},"details":${details}}`;
}

/** What a run shows as its error: the first dead step's node, code and message. */
export function runErrorText(nodeId: string, { code, message }: { code: string; message: string }): string {
  return stringifyJson({ node_id: nodeId, code, message });
}
