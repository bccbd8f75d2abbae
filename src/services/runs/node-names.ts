import type { GraphPlan } from "@/core/graph/plan";
import { readDefinition } from "@/db/run-version";
import { loadPlanOrNone, type PlanContext } from "./plan-or-none";

/** @returns the name that a node has been given, if it has one */
export type NameOf = (nodeId: string) => string | null;

/**
 * The names of a run's nodes: from the plan of its version, which this process keeps; of a definition that is no plan, because it
 * was damaged by hand or is of a later release, what can be read of it.
 */
export async function loadNodeNames(context: PlanContext, versionId: string): Promise<NameOf> {
  const plan = await loadPlanOrNone(context, versionId);
  if (plan) return namesOf(plan);
  const names = namesIn(JSON.parse((await readDefinition(context.db, versionId)) ?? "null"));
  return (nodeId) => names.get(nodeId) ?? null;
}

export function namesOf(plan: GraphPlan | undefined): NameOf {
  return (nodeId) => plan?.node(nodeId)?.name || null;
}

function namesIn(definition: unknown): Map<string, string> {
  const nodes: unknown[] = isObject(definition) && Array.isArray(definition.nodes) ? definition.nodes : [];
  return new Map(
    nodes
      .filter(isObject)
      .flatMap(({ id, name }) =>
        typeof id === "string" && typeof name === "string" && name !== "" ? [[id, name]] : [],
      ),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
