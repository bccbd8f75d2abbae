import type { Edge } from "@/core/definition";
import type { NodeFate, PathStep, RunPath } from "@/core/graph/run-path";
import type { StepStatus } from "@/core/state";
import { listOf, type Phrase } from "./phrase";

/** What the sentences about a run's way through its graph are made of. */
export interface PathFacts {
  path: RunPath;
  edges: readonly Edge[];
  steps: ReadonlyMap<string, PathStep>;
  nameOf(nodeId: string): string;
}

const standing: Partial<Record<StepStatus, string>> = {
  pending: "which has not been done yet",
  running: "which is running",
  dead: "which is dead",
  cancelled: "which was cancelled",
};

/** “a”, which is running */
function described(ids: readonly string[], { steps, nameOf }: PathFacts): string {
  const [only] = ids;
  const status = only === undefined ? undefined : steps.get(only)?.status;
  const what = ids.length === 1 && status !== undefined ? standing[status] : undefined;
  return what === undefined ? listOf(ids.map(nameOf)) : `${listOf(ids.map(nameOf))}, ${what}`;
}

/** Why a join of all branches is still blocked. */
export function blockedPhrase(nodeId: string, fate: NodeFate | undefined, facts: PathFacts): Phrase {
  const branches = facts.edges.filter(({ target }) => target === nodeId).length;
  const joins = (subject: string) => `${subject} joins all of the ${branches} edges that lead to it`;
  if (fate?.kind === "cut_off") {
    return {
      code: "blocked_for_good",
      node_ids: fate.by,
      say: (subject) =>
        `${joins(subject)}, and cannot be decided: it needs ${described(fate.by, facts)}. Only a retry of the run can go on.`,
    };
  }
  const sources = fate?.kind === "waits" ? fate.sources : [];
  return {
    code: "blocked",
    node_ids: sources,
    say: (subject) => `${joins(subject)}, and waits for ${described(sources, facts)}.`,
  };
}

/** Why a step was skipped, or a node never got one because no edge to it was taken. */
export function notTakenPhrase(nodeId: string, code: "skipped" | "not_taken", facts: PathFacts): Phrase {
  const reasons = facts.edges.filter(({ target }) => target === nodeId).map((edge) => untaken(edge, facts));
  const verb = code === "skipped" ? "was skipped" : "did not run";
  return {
    code,
    node_ids: [...new Set(facts.edges.filter(({ target }) => target === nodeId).map(({ source }) => source))],
    say: (subject) => `${subject} ${verb}: ${[...new Set(reasons)].slice(0, 3).join("; ")}.`,
  };
}

function untaken(edge: Edge, { steps, nameOf }: PathFacts): string {
  const step = steps.get(edge.source);
  const source = `“${nameOf(edge.source)}”`;
  if (step?.status === "succeeded" && edge.branch !== undefined) {
    return `${source} chose ${step.branch ?? "another branch"}, and this is its branch ${edge.branch}`;
  }
  if (step?.status === "skipped") return `${source}, which leads to it, was skipped too`;
  return `${source}, which leads to it, did not run either`;
}

/** Why a node has no step yet, or will not get one. */
export function unreachedPhrase(nodeId: string, fate: NodeFate | undefined, facts: PathFacts): Phrase {
  if (fate?.kind === "not_taken") return notTakenPhrase(nodeId, "not_taken", facts);
  if (fate?.kind === "cut_off") {
    const retried = fate.by.some((id) => facts.steps.get(id)?.status === "dead");
    return {
      code: "cut_off",
      node_ids: fate.by,
      say: (subject) =>
        `${subject} did not run: it comes after ${described(fate.by, facts)}.${retried ? " A retry of the run can reach it." : ""}`,
    };
  }
  const behind = fate?.kind === "waits" ? fate.behind : [];
  return {
    code: "not_reached",
    node_ids: behind,
    say: (subject) => `${subject} has not been reached yet: it comes after ${described(behind, facts)}.`,
  };
}
