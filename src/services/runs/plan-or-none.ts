import type { GraphPlan } from "@/core/graph/plan";
import { BrokenDefinitionError, loadPlan } from "@/engine/load-plan";
import type { ServiceContext } from "../context";

/** What a run's nodes, their names and the ways between them are read with. */
export type PlanContext = Pick<ServiceContext, "db" | "engine">;

/** The graph of a run's version, from this process's cache; none if a hand on the database broke it: the run is shown all the same. */
export async function loadPlanOrNone({ engine }: PlanContext, versionId: string): Promise<GraphPlan | undefined> {
  try {
    return await loadPlan(engine, versionId);
  } catch (error) {
    if (error instanceof BrokenDefinitionError) return undefined;
    throw error;
  }
}
