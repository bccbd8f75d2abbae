import type { NodeRegistry } from "@/core/executor";
import type { Json } from "@/core/json";
import type { Database } from "@/db/types";
import type { EngineMetrics } from "./metrics";
import type { PlanCache } from "./plan-cache";
import type { StartQueue } from "./start-queue";
import type { Wake } from "./wake";

/** Reads secrets and hides them again; given to the engine, which knows no keys. */
export interface EngineVault {
  /** @throws when none of the keys can read it */
  decrypt(ciphertext: string): string;
  /** Replaces every occurrence of the values, in whatever encoding, by their references. */
  redact(value: Json, secrets: readonly { key: string; value: string }[]): Json;
}

/** All that the engine needs from outside; made once a process. */
export interface EngineContext {
  db: Database;
  registry: NodeRegistry;
  vault: EngineVault;
  /** `{{ app.url }}` */
  appUrl: string;
  plans: PlanCache;
  wake: Wake;
  /** left out: each start goes alone */
  starts?: StartQueue | undefined;
  /** runners that work for the moment (ticks), so that whoever stops the process can drain them */
  runners?: Set<{ drain(timeoutMs: number, graceMs?: number): Promise<void> }> | undefined;
  /** left out: nothing is counted */
  metrics?: EngineMetrics | undefined;
}
