import { LRUCache } from "lru-cache";
import type { GraphPlan } from "@/core/graph/plan";

/** An active definition as a trigger needs it. */
export interface ActiveDefinition {
  versionId: string;
  plan: GraphPlan;
}

/**
 * Definitions that this process has read. Versions are immutable, so an entry is never wrong; an active definition is
 * keyed by workflow and `updated_at`, which every write to the workflow strictly increases. A miss reads the database.
 */
export class PlanCache {
  readonly #byVersion: LRUCache<string, GraphPlan>;
  readonly #active: LRUCache<string, ActiveDefinition>;

  constructor(maximum = 500) {
    this.#byVersion = new LRUCache({ max: maximum });
    this.#active = new LRUCache({ max: maximum });
  }

  version(versionId: string): GraphPlan | undefined {
    return this.#byVersion.get(versionId);
  }

  setVersion(versionId: string, plan: GraphPlan): void {
    this.#byVersion.set(versionId, plan);
  }

  active(workflowId: string, updatedAt: Date): ActiveDefinition | undefined {
    return this.#active.get(`${workflowId}:${updatedAt.getTime()}`);
  }

  setActive(workflowId: string, updatedAt: Date, definition: ActiveDefinition): void {
    this.#active.set(`${workflowId}:${updatedAt.getTime()}`, definition);
  }
}
