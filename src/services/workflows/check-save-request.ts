import { jsonInput } from "@/contracts/common";
import { saveWorkflowInput } from "@/contracts/workflows";
import type { Problem } from "@/core/errors";
import { type Json, JsonText, stringifyJson } from "@/core/json";
import { zodProblems } from "@/core/zod-problems";
import { checkDraft, requireValid } from "./check-definition";

/** A request to save that may be carried out. */
export interface CheckedSave {
  /** the workflow to change; none: a new one */
  id?: string | undefined;
  name: string;
  description?: string | undefined;
  /** `{ nodes, edges }` to the digit as they came */
  definition: JsonText;
  expectedUpdatedAt?: Date | undefined;
}

const fields = saveWorkflowInput.omit({ nodes: true, edges: true });

interface SaveRefusal {
  /** the beginning of the refusal */
  what: string;
  /** what the caller has found already */
  problems: readonly Problem[];
}

/**
 * Checks the fields and the graph of a request together.
 *
 * @throws AppError `validation_error` or `cycle_detected`, with every problem at once
 */
export function checkSaveRequest(
  request: unknown,
  { what, problems: known }: SaveRefusal = { what: "The workflow cannot be saved", problems: [] },
): CheckedSave {
  const record: Record<string, unknown> = typeof request === "object" && request !== null ? { ...request } : {};
  const parsed = fields.safeParse(request);
  const problems: Problem[] = [...known];
  problems.push(...(parsed.success ? storableTextProblems(parsed.data) : zodProblems(parsed.error.issues)));
  const definition = readDefinition(record, problems);
  const validation = checkDraft(definition);
  requireValid({ ...validation, problems: [...problems, ...validation.problems] }, what);
  // requireValid threw if it did not parse.
  const input = fields.parse(request);
  return {
    id: input.id,
    name: input.name,
    description: input.description,
    definition: new JsonText(stringifyJson(definition)),
    expectedUpdatedAt: input.expected_updated_at === undefined ? undefined : new Date(input.expected_updated_at),
  };
}

/** PostgreSQL's text keeps neither U+0000 nor half a surrogate pair. (Nodes are kept as JSON, which escapes both.) */
function storableTextProblems(input: { name: string; description?: string | undefined }): Problem[] {
  return (["name", "description"] as const).flatMap((field) => {
    const text = input[field];
    if (text === undefined || (text.isWellFormed() && !text.includes("\u0000"))) return [];
    return [{ path: field, message: `The ${field} must not hold U+0000 or half of a surrogate pair.` }];
  });
}

/** The graph as plain JSON, whatever a typed client made it of; what is not JSON becomes a problem. */
function readDefinition(record: Record<string, unknown>, problems: Problem[]): { nodes: Json; edges: Json } {
  const read = (part: "nodes" | "edges"): Json => {
    const value = record[part];
    if (value === undefined) return null;
    const parsed = jsonInput.safeParse(value);
    if (parsed.success) return parsed.data.parse();
    problems.push(...zodProblems(parsed.error.issues).map(({ message }) => ({ path: part, message })));
    return [];
  };
  return { nodes: read("nodes"), edges: read("edges") };
}
