import type { RunExplanation } from "@/contracts/explanation";
import { notFound } from "@/core/errors";
import type { GraphPlan } from "@/core/graph/plan";
import { type PathStep, runPath } from "@/core/graph/run-path";
import { type RunStanding, readRunStanding, type StandingStepRow } from "@/db/run-standing";
import { BrokenDefinitionError, loadPlan } from "@/engine/load-plan";
import type { ServiceContext } from "../context";
import { requireUuid } from "../ids";
import { isoTime } from "../times";
import { cancelledPhrase, deadPhrase } from "./explain/ended-step";
import { openStepPhrase } from "./explain/open-step";
import { blockedPhrase, notTakenPhrase, type PathFacts, unreachedPhrase } from "./explain/path";
import { type Phrase, toReason } from "./explain/phrase";
import { type OpenNode, runReason } from "./explain/run-reason";
import { chosenBranch } from "./overview";

/**
 * Says in words why a run, and each of its nodes that has not succeeded, stands where it stands: what it waits for, or
 * why it never ran.
 *
 * @throws AppError `not_found`
 */
export async function explainRun(context: ServiceContext, input: { id: string }): Promise<RunExplanation> {
  const standing = await readRunStanding(context.db, requireUuid("run", input.id));
  if (!standing) throw notFound("run", input.id);
  const { run, succeeded, steps, workers } = standing;
  const plan = await loadPlanOrNone(context, run.versionId);
  const facts = pathFacts(plan, standing);
  const open: OpenNode[] = [];
  const nodes: RunExplanation["nodes"] = [];
  const byNode = new Map(steps.map((step) => [step.nodeId, step]));
  const done = new Set(succeeded.map(({ nodeId }) => nodeId));
  // A definition that was changed by hand may lack nodes that have steps.
  for (const nodeId of new Set([...(plan?.order ?? []), ...byNode.keys()])) {
    if (done.has(nodeId)) continue;
    const step = byNode.get(nodeId);
    const phrase = phraseOf(nodeId, step, standing, facts);
    nodes.push({ ...toReason(phrase, "This step"), node_id: nodeId, status: step?.status ?? null });
    if (step?.status === "pending" || step?.status === "running") {
      open.push({ nodeId, name: facts.nameOf(nodeId), phrase });
    }
  }
  const alive = workers.filter(({ isAlive }) => isAlive);
  const stopping = alive.filter(({ draining }) => draining).length;
  return {
    run_id: run.id,
    status: run.status,
    at: isoTime(run.now),
    workers: { active: alive.length - stopping, stopping },
    reason: runReason(run, open, facts.nameOf),
    nodes,
  };
}

function phraseOf(nodeId: string, step: StandingStepRow | undefined, standing: RunStanding, facts: PathFacts): Phrase {
  const fate = facts.path.nodes.get(nodeId);
  switch (step?.status) {
    case undefined:
      return unreachedPhrase(nodeId, fate, facts);
    case "pending":
    case "running":
      return openStepPhrase(step, standing);
    case "blocked":
      return blockedPhrase(nodeId, fate, facts);
    case "skipped":
      return notTakenPhrase(nodeId, "skipped", facts);
    case "dead":
      return deadPhrase(step);
    case "cancelled":
      return cancelledPhrase(step);
  }
}

async function loadPlanOrNone(context: ServiceContext, versionId: string): Promise<GraphPlan | undefined> {
  try {
    return await loadPlan(context.engine, versionId);
  } catch (error) {
    if (error instanceof BrokenDefinitionError) return undefined;
    throw error;
  }
}

function pathFacts(plan: GraphPlan | undefined, standing: RunStanding): PathFacts {
  const steps = new Map<string, PathStep>();
  for (const { nodeId, status } of standing.steps) steps.set(nodeId, { status, branch: null });
  for (const row of standing.succeeded) steps.set(row.nodeId, { status: "succeeded", branch: chosenBranch(row) });
  const planned = (plan?.order ?? []).map((nodeId) => ({
    id: nodeId,
    joinsAll: plan?.planned(nodeId).joinsAll ?? false,
  }));
  const edges = (plan?.order ?? []).flatMap((nodeId) => plan?.planned(nodeId).outgoing ?? []);
  return {
    path: runPath(planned, edges, steps),
    edges,
    steps,
    // A node may have been given an empty name.
    nameOf: (nodeId) => plan?.node(nodeId)?.name || nodeId,
  };
}
