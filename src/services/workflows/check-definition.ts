import { type Definition, type Edge, edgeSchema, type Node, nodeSchema } from "@/core/definition";
import { AppError, type Problem, validationError } from "@/core/errors";
import { parseDefinition, type Validation, validateDraft, validateForActivation } from "@/core/graph/validate";
import { isJsonObject, type Json, type JsonText } from "@/core/json";
import { storedJson } from "./stored-definition";

/** What is wrong with a definition that is to be saved as a draft: malformed parts, and the graph of the other parts. */
export function checkDraft(definition: { nodes: Json; edges: Json }): Validation {
  const parsed = parseDefinition(definition);
  if (parsed.ok) return validateDraft(parsed.definition);
  const { problems, cycle } = validateReadableParts(definition);
  return { problems: [...parsed.problems, ...problems], cycle };
}

/**
 * @param purpose what cannot be done otherwise: "activated", "run"
 * @throws AppError `validation_error` or `cycle_detected`, with everything that keeps it from running; `conflict` when it is
 *   damaged in the database
 */
export function requireRunnable(definition: JsonText, purpose: string): void {
  const parsed = parseDefinition(storedJson(definition));
  const validation = parsed.ok ? validateForActivation(parsed.definition) : { problems: parsed.problems, cycle: null };
  requireValid(validation, `The workflow cannot be ${purpose}`);
}

/** @throws AppError `cycle_detected` if there is a cycle, else `validation_error` if there is any problem */
export function requireValid({ problems, cycle }: Validation, what: string): void {
  if (cycle) throw new AppError("cycle_detected", `${what}: its edges form a cycle.`, { cycle, problems });
  if (problems.length > 0) throw validationError(`${what}: ${countOf(problems)}.`, problems);
}

function countOf(problems: readonly Problem[]): string {
  return problems.length === 1 ? "there is 1 problem" : `there are ${problems.length} problems`;
}

/**
 * Checks the graph although some parts of it are malformed. A malformed node keeps its id, if that can be read, so that
 * edges to it are not called dangling; malformed edges are left out.
 */
function validateReadableParts(definition: { nodes: Json; edges: Json }): Validation {
  const nodes = listOf(definition.nodes).map(readableNode);
  const edges = listOf(definition.edges).flatMap((value, index) => readableEdge(value, index));
  const readable: Definition = { nodes, edges: edges.map(({ edge }) => edge) };
  const { problems, cycle } = validateDraft(readable);
  const indexes = edges.map(({ index }) => index);
  return {
    problems: problems.map((problem) => ({ ...problem, path: withOriginalIndex(problem.path, indexes) })),
    cycle,
  };
}

function readableNode(value: Json, index: number): Node {
  const parsed = nodeSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const id = isJsonObject(value) && typeof value.id === "string" ? value.id : `(node ${index})`;
  return { id, type: "log", config: {} };
}

function readableEdge(value: Json, index: number): { edge: Edge; index: number }[] {
  const parsed = edgeSchema.safeParse(value);
  return parsed.success ? [{ edge: parsed.data, index }] : [];
}

/** `edges.<index among the readable ones>` → `edges.<index as sent>` */
function withOriginalIndex(path: string, indexes: readonly number[]): string {
  return path.replace(/^edges\.(\d+)/, (_, index) => `edges.${indexes[Number(index)]}`);
}

function listOf(value: Json): Json[] {
  return Array.isArray(value) ? value : [];
}
