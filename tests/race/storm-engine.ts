import { type Outcome, stepError } from "@/core/executor";
import type { Database } from "@/db/types";
import type { EngineContext } from "@/engine/context";
import { StartQueue } from "@/engine/start-queue";
import { log } from "@/nodes/log";
import { createTestEngine, type Effect } from "../support/engine";
import type { Rolls } from "./rolls";

const failing = 0.08;

/** An effect that fails now and then, in both ways. */
export const stormEffect =
  (rolls: Rolls): Effect =>
  ({ runId, nodeId }) =>
    failure(rolls, `${runId} ${nodeId}`, failing) ?? {
      kind: "done",
      output: { status: 200, headers: {}, body: null },
    };

/** The engine with effects, and inline logs, that fail now and then. */
export function createStormEngine(db: Database, rolls: Rolls): EngineContext {
  const engine = createTestEngine(db, stormEffect(rolls));
  engine.starts = new StartQueue(engine);
  engine.registry.log = {
    execute: (execution) =>
      failure(rolls, `${execution.runId} ${execution.nodeId}`, failing / 4) ?? log.execute(execution),
  };
  return engine;
}

function failure(rolls: Rolls, name: string, probability: number): Outcome | undefined {
  if (!rolls.chance(name, probability)) return undefined;
  return rolls.chance(name, 0.3)
    ? { kind: "dead", error: stepError("boom", "It went wrong for good.") }
    : { kind: "retry", error: stepError("again", "It went wrong.") };
}
