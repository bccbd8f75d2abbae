import { LRUCache } from "lru-cache";
import type { GraphPlan } from "@/core/graph/plan";

/** An active definition as a trigger needs it. */
export interface ActiveDefinition {
  versionId: string;
  plan: GraphPlan;
}

export interface KnownDefinition extends ActiveDefinition {
  /** of the workflow */
  updatedAt: Date;
}

/**
 * Definitions that this process has read. Versions are immutable, so an entry is never wrong; an active definition is
 * one of a workflow and its `updated_at`, which every write to the workflow strictly increases. A miss reads the database. Bounded by the
 * number of definitions, and by that of their nodes: a page of a run may be of any.
 */
export class PlanCache {
  readonly #byVersion: LRUCache<string, GraphPlan>;
  readonly #active: LRUCache<string, KnownDefinition>;

  constructor({ definitions = 500, nodes = 50_000 } = {}) {
    const sizeOf = (plan: GraphPlan) => Math.max(1, plan.order.length);
    this.#byVersion = new LRUCache({ max: definitions, maxSize: nodes, sizeCalculation: sizeOf });
    this.#active = new LRUCache({ max: definitions, maxSize: nodes, sizeCalculation: ({ plan }) => sizeOf(plan) });
  }

  version(versionId: string): GraphPlan | undefined {
    return this.#byVersion.get(versionId);
  }

  setVersion(versionId: string, plan: GraphPlan): void {
    this.#byVersion.set(versionId, plan);
  }

  active(workflowId: string, updatedAt: Date): ActiveDefinition | undefined {
    const known = this.#active.get(workflowId);
    return known?.updatedAt.getTime() === updatedAt.getTime() ? known : undefined;
  }

  /** What was active when somebody last looked: right only if `updated_at` is still the same. */
  lastActive(workflowId: string): KnownDefinition | undefined {
    return this.#active.get(workflowId);
  }

  setActive(workflowId: string, updatedAt: Date, definition: ActiveDefinition): void {
    this.#active.set(workflowId, { ...definition, updatedAt });
  }
}
