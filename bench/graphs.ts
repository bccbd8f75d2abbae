import type { BenchDefinition } from "./product";

/**
 * Pure nodes with one incoming edge run inline, with their predecessor, and never see the queue. A node that two edges
 * lead to is a step of its own, so both branches of a condition lead to what is to be measured: one of them is taken.
 * What follows a step that a worker executes is leased to it, up to a batch; the rest is claimed from the queue.
 */
const bothBranches = (source: string, target: string): object[] => [
  { source, target, branch: "true" },
  { source, target, branch: "false" },
];

const condition = (id: string): object => ({
  id,
  type: "condition",
  config: { expression: "{{ trigger.amount }} > 100" },
});
const log = (id: string): object => ({ id, type: "log", config: { message: "small: {{ trigger.amount }}" } });

/** `trigger` and `gate` are done at the start; `check` is claimed from the queue, and `note` written as a step of its own. */
export const queuedChain: BenchDefinition = {
  name: "queued chain",
  nodes: [{ id: "start", type: "trigger" }, condition("gate"), condition("check"), log("note")],
  edges: [{ source: "start", target: "gate" }, ...bothBranches("gate", "check"), ...bothBranches("check", "note")],
};

/** As people draw it: `check` is claimed, and `note` runs inline behind it. */
export const inlinedChain: BenchDefinition = {
  name: "inlined chain",
  nodes: [{ id: "start", type: "trigger" }, condition("gate"), condition("check"), log("note")],
  edges: [
    { source: "start", target: "gate" },
    ...bothBranches("gate", "check"),
    { source: "check", target: "note", branch: "false" },
  ],
};

/** `fan` is claimed, and its completion inserts `width` steps, of which a batch is leased and the rest claimed. */
export function fanOut(width: number): BenchDefinition {
  const leaves = Array.from({ length: width }, (_, index) => `leaf_${index + 1}`);
  return {
    name: "fan-out",
    nodes: [{ id: "start", type: "trigger" }, condition("gate"), condition("fan"), ...leaves.map(log)],
    edges: [
      { source: "start", target: "gate" },
      ...bothBranches("gate", "fan"),
      ...leaves.flatMap((leaf) => bothBranches("fan", leaf)),
    ],
  };
}

/** As people draw it: `fan` is claimed, and all that follows runs inline behind it. */
export function inlinedFanOut(width: number): BenchDefinition {
  const { nodes, edges } = fanOut(width);
  const toLeaf = ({ source, branch }: { source?: string; branch?: string }) => source === "fan" && branch === "false";
  return { name: "inlined fan-out", nodes, edges: edges.filter((edge) => !toLeaf(edge)) };
}

/** One request. */
export function httpStep(url: string): BenchDefinition {
  return {
    name: "http",
    nodes: [
      { id: "start", type: "trigger" },
      { id: "call", type: "http_request", config: { method: "POST", url } },
    ],
    edges: [{ source: "start", target: "call" }],
  };
}
