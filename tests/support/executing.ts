import type pg from "pg";
import { type ClaimedStep, claim } from "@/engine/claim";
import type { FinishedStep } from "@/engine/complete";
import type { EngineContext } from "@/engine/context";
import { execute } from "@/engine/execute";
import { prepare } from "@/engine/prepare";
import { createWorkflow, definitionOf, start, type TestNode } from "./engine";
import { until } from "./until";

export interface Workflow {
  workflowId: string;
  versionId: string;
}

/** A workflow of a trigger, `start`, and the given nodes, which make HTTP requests unless they say otherwise. */
export function createGraph(engine: EngineContext, nodes: TestNode[], edges: string[]): Promise<Workflow> {
  return createWorkflow(engine.db, definitionOf([{ id: "start", type: "trigger" }, ...nodes], edges));
}

/** A workflow of two HTTP requests, `first` and `second`. */
export function createChain(engine: EngineContext): Promise<Workflow> {
  return createGraph(engine, [{ id: "first" }, { id: "second" }], ["start -> first", "first -> second"]);
}

/** The process id of a connection to this database whose statement waits for a lock, once there is one. */
export function waitingBackend(observer: pg.Client): Promise<number> {
  return until("a statement waits for a lock", async () => {
    const { rows } = await observer.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
    return rows[0]?.pid;
  });
}

/** Starts a run and claims its due steps for a worker, by node id. */
export async function startAndClaim(
  engine: EngineContext,
  workflow: Workflow,
  options: { workerId: string; leaseMs?: number; payload?: object },
): Promise<{ runId: string; claimed: Record<string, ClaimedStep> }> {
  const run = await start(engine, workflow, options.payload);
  return { runId: run.id, claimed: await claimSteps(engine, run.id, options) };
}

/** Claims the due steps of a run, by node id. */
export async function claimSteps(
  engine: EngineContext,
  runId: string,
  { workerId, leaseMs = 60_000 }: { workerId: string; leaseMs?: number },
): Promise<Record<string, ClaimedStep>> {
  const steps = await claim(engine, { workerId, limit: 100, leaseMs, runId });
  return Object.fromEntries(steps.map((step) => [step.nodeId, step]));
}

/** Executes a claimed step without writing its result. */
export async function executeStep(engine: EngineContext, step: ClaimedStep | undefined): Promise<FinishedStep> {
  if (!step) throw new Error("This step was not claimed.");
  const [prepared] = await prepare(engine, [step]);
  if (!prepared) throw new Error("The step was not prepared.");
  return execute(engine, prepared, { reason: undefined, signal: new AbortController().signal });
}
