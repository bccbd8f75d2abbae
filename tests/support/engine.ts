import { definitionSchema } from "@/core/definition";
import type { NodeExecution, NodeRegistry, Outcome } from "@/core/executor";
import { JsonText } from "@/core/json";
import type { RenderedConfig } from "@/core/kinds";
import type { Database } from "@/db/types";
import type { EngineContext } from "@/engine/context";
import { loadPlan } from "@/engine/load-plan";
import { silentLog } from "@/engine/log";
import { PlanCache } from "@/engine/plan-cache";
import { type RunnerOptions, StepRunner } from "@/engine/runner";
import { type StartedRun, startRun } from "@/engine/start";
import { condition } from "@/nodes/condition";
import { delay } from "@/nodes/delay";
import { log } from "@/nodes/log";
import { trigger } from "@/nodes/trigger";

export type HttpExecution = NodeExecution<RenderedConfig<"http_request">>;
export type Effect = (execution: HttpExecution) => Outcome | Promise<Outcome>;

/** An HTTP node that answers at once. */
export const answerOk: Effect = () => ({ kind: "done", output: { status: 200, headers: {}, body: null } });

/** The engine on a real database, with the product's own executors but for the one that leaves the machine. */
export function createTestEngine(db: Database, effect: Effect = answerOk): EngineContext {
  const registry: NodeRegistry = { trigger, condition, delay, log, http_request: { execute: effect } };
  return {
    db,
    registry,
    vault: { decrypt: (ciphertext) => ciphertext, redact: (value) => value },
    appUrl: "http://127.0.0.1:3000",
    plans: new PlanCache(),
    wake: { notify: () => undefined, carry: () => undefined },
  };
}

export interface TestNode {
  id: string;
  type?: string;
  config?: object;
  max_attempts?: number;
  join?: "any" | "all";
}

/** `"a -> b"`, `"a -true-> b"`. */
export function definitionOf(nodes: TestNode[], edges: string[]) {
  return definitionSchema.parse({
    nodes: nodes.map((node) => ({ type: "http_request", config: defaultConfig(node.type), ...node })),
    edges: edges.map((edge) => {
      const match = /^(\S+) -(?:(true|false)-)?> (\S+)$/.exec(edge);
      if (!match) throw new Error(`Not an edge: ${edge}`);
      const [, source, branch, target] = match;
      return branch === undefined ? { source, target } : { source, target, branch };
    }),
  });
}

function defaultConfig(type: string | undefined): object {
  if (type === undefined) return { url: "http://127.0.0.1/" };
  if (type === "log") return { message: "hello" };
  return {};
}

/** A workflow with one version, published if it is active, written straight to the tables. */
export async function createWorkflow(
  db: Database,
  definition: ReturnType<typeof definitionOf>,
  status: "active" | "draft" = "active",
): Promise<{ workflowId: string; versionId: string }> {
  // Both at once: the doctor may look at any time, and there is no active workflow without a version.
  return db.$transaction(async (tx) => {
    const workflow = await tx.workflow.create({ data: { name: "test", status, actor: "test" } });
    const [version] = await tx.$queryRaw<{ id: string }[]>`
      INSERT INTO workflow_version (id, workflow_id, number, definition, actor, published_at)
      VALUES (gen_random_uuid(), ${workflow.id}::uuid, 1, ${JSON.stringify(definition)}::json, 'test', CASE WHEN ${status === "active"} THEN now() END)
      RETURNING id`;
    if (!version) throw new Error("no version");
    return { workflowId: workflow.id, versionId: version.id };
  });
}

export async function start(
  engine: EngineContext,
  { workflowId, versionId }: { workflowId: string; versionId: string },
  payload: object = {},
  idempotencyKey?: string,
): Promise<StartedRun> {
  return startRun(engine, {
    workflowId,
    versionId,
    plan: await loadPlan(engine, versionId),
    input: new JsonText(JSON.stringify(payload)),
    triggerType: "api",
    actor: "test",
    idempotencyKey,
  });
}

/** Starts runs one after the other. @returns their ids */
export async function startRuns(
  engine: EngineContext,
  workflow: { workflowId: string; versionId: string },
  count: number,
): Promise<string[]> {
  const started: string[] = [];
  for (let run = 0; run < count; run++) started.push((await start(engine, workflow)).id);
  return started;
}

export function createRunner(
  engine: EngineContext,
  options: Partial<RunnerOptions> & { workerId: string },
): StepRunner {
  return new StepRunner(engine, { leaseMs: 10_000, heartbeatDb: engine.db, log: silentLog, ...options });
}
