import type { GraphPlan } from "@/core/graph/plan";
import { BrokenDefinitionError, loadPlan } from "@/engine/load-plan";
import type { ServiceContext } from "../context";

/** What the names of a run's nodes, and the ways between them, are read from. */
export type PlanContext = Pick<ServiceContext, "db" | "engine">;

/** The graph of a run's version, which this process reads once; none if a hand on the database broke it: the run is shown all the same. */
export async function loadPlanOrNone({ engine }: PlanContext, versionId: string): Promise<GraphPlan | undefined> {
  try {
    return await loadPlan(engine, versionId);
  } catch (error) {
    if (error instanceof BrokenDefinitionError) return undefined;
    throw error;
  }
}

/** The name that a node has been given, if it has one. */
export function nameIn(plan: GraphPlan | undefined, nodeId: string): string | null {
  return plan?.node(nodeId)?.name ?? null;
}
