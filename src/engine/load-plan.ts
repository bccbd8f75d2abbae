import type { Definition } from "@/core/definition";
import { type GraphPlan, planGraph } from "@/core/graph/plan";
import { parseDefinition } from "@/core/graph/validate";
import { type Json, JsonError, parseJson } from "@/core/json";
import { readDefinition } from "@/db/run-version";
import type { EngineContext } from "./context";

/** Thrown when a stored definition cannot be run; only a hand on the database can bring that about. */
export class BrokenDefinitionError extends Error {
  override readonly name = "BrokenDefinitionError";
}

/**
 * The graph of a version, from this process's cache or the database.
 *
 * @throws BrokenDefinitionError when there is no such version, or what is stored there is not a definition
 */
export async function loadPlan(engine: Pick<EngineContext, "db" | "plans">, versionId: string): Promise<GraphPlan> {
  const known = engine.plans.version(versionId);
  if (known) return known;
  const text = await readDefinition(engine.db, versionId);
  if (text === undefined) throw new BrokenDefinitionError(`There is no workflow version ${versionId}.`);
  const parsed = parseDefinition(jsonOf(text));
  if (!parsed.ok) {
    const first = parsed.problems[0];
    throw new BrokenDefinitionError(`The stored definition is broken: ${first?.path}: ${first?.message}`);
  }
  const plan = planOf(parsed.definition);
  engine.plans.setVersion(versionId, plan);
  return plan;
}

function jsonOf(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new BrokenDefinitionError(`The stored definition is broken: ${error.message}`);
  }
}

function planOf(definition: Definition): GraphPlan {
  try {
    return planGraph(definition);
  } catch (error) {
    throw new BrokenDefinitionError(
      `The stored definition is broken: ${error instanceof Error ? error.message : error}`,
    );
  }
}
