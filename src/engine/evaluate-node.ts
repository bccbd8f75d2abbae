import { ConfigError } from "@/core/config";
import {
  type NodeExecution,
  type NodeExecutor,
  type NodeRegistry,
  type Outcome,
  type StepError,
  stepError,
} from "@/core/executor";
import type { Scope } from "@/core/expression/scope";
import type { GraphPlan } from "@/core/graph/plan";
import type { Json } from "@/core/json";
import { type NodeType, nodeKind } from "@/core/kinds";

export type EvaluatedNode =
  | { ok: true; type: NodeType; config: unknown; shown: Json }
  | { ok: false; error: StepError; shown: Json };

/** Thrown by a scope whose secret is there but cannot be decrypted; `??` does not catch it. */
export class SecretUnreadableError extends Error {
  override readonly name = "SecretUnreadableError";

  constructor(key: string) {
    super(
      `The secret ${key} cannot be decrypted with the configured FERNET_KEY. Add the key that it was stored with, or store the secret again.`,
    );
  }
}

/**
 * Evaluates a node's templates and expressions and checks the result against its kind. Whatever is wrong here is wrong
 * for good: another try would see the same.
 *
 * `shown` is the config as it may be stored and shown: evaluated, with secrets as their references.
 */
export function evaluateNode(plan: GraphPlan, nodeId: string, scope: Scope): EvaluatedNode {
  const { node } = plan.planned(nodeId);
  try {
    const rendered = plan.config(nodeId).render(scope);
    const checked = nodeKind(node.type).rendered.safeParse(rendered.config);
    if (checked.success) return { ok: true, type: node.type, config: checked.data, shown: rendered.shown };
    const message = checked.error.issues
      .map((issue) => (issue.path.length > 0 ? `${issue.path.join(".")}: ${issue.message}` : issue.message))
      .join(" ");
    return { ok: false, shown: rendered.shown, error: stepError("invalid_config", message) };
  } catch (error) {
    if (error instanceof SecretUnreadableError) {
      return { ok: false, shown: node.config, error: stepError("secret_unreadable", error.message) };
    }
    if (!(error instanceof ConfigError)) throw error;
    return { ok: false, shown: node.config, error: stepError(error.code, `${error.path}: ${error.message}`) };
  }
}

/** The error of a try whose executor threw: a defect, which must neither be silent nor stop the engine. */
export function executorFailed(nodeType: string, error: unknown): StepError {
  const message = error instanceof Error ? error.message : String(error);
  return stepError("executor_failed", `The ${nodeType} executor failed: ${message}`);
}

/** Calls the executor of a node type with a config that its kind has checked. */
export function runExecutor(
  registry: NodeRegistry,
  type: NodeType,
  execution: NodeExecution<unknown>,
): Outcome | Promise<Outcome> {
  // The registry pairs each type with an executor of just its config, which evaluateNode has parsed with the same
  // kind's schema; the compiler cannot follow that pairing through a variable.
  const executor = registry[type] as NodeExecutor<never>;
  return executor.execute(execution as NodeExecution<never>);
}
