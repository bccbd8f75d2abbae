import { describe, expect, it } from "vitest";
import type { FinishedStep } from "./complete";
import { leasePureSuccessors } from "./lease-successor";
import type { NewStep } from "./new-step";

const successor = (nodeId: string, more: Partial<NewStep> = {}): NewStep => ({
  nodeId,
  nodeType: "log",
  status: null,
  maxAttempts: 1,
  edgesIn: 2,
  needAll: false,
  decided: 2,
  taken: 1,
  ...more,
});

const finished = (successors: readonly NewStep[], payload: string | null = "{}"): FinishedStep => ({
  step: {
    id: 1n,
    runId: "r",
    workflowId: "w",
    versionId: "v",
    nodeId: "fan",
    nodeType: "condition",
    attempt: 1,
    maxAttempts: 1,
    claimNumber: 1n,
    edgesIn: 1,
    edgesTaken: 1,
    dedupKey: "run-r:node-fan",
    output: null,
    payload,
    payloadBytes: 2,
    runPending: false,
    leased: false,
    ahead: false,
  },
  outcome: { kind: "done", output: "{}" },
  delayMs: 0,
  input: null,
  successors,
});

const leased = (batch: readonly FinishedStep[]): string[] =>
  batch.flatMap(({ successors }) => successors.filter((next) => next.leased).map(({ nodeId }) => nodeId));

describe("successors that are leased without a slot", () => {
  it("are pure nodes at which branches meet, whether or not others are to be waited for", () => {
    const batch = [
      finished([
        successor("any"),
        successor("all", { needAll: true, decided: 1 }),
        successor("effect", { nodeType: "http_request" }),
        successor("delay", { nodeType: "delay" }),
        successor("too large to be run inline", { edgesIn: 1, decided: 1 }),
        successor("executed", { status: "succeeded" }),
      ]),
    ];
    leasePureSuccessors(batch, 100);
    expect(leased(batch)).toEqual(["any", "all"]);
  });

  it("are so many of a batch, whichever results they follow", () => {
    const batch = [
      finished([successor("1"), successor("2")]),
      finished([successor("3"), successor("4")]),
      finished([successor("5")]),
    ];
    leasePureSuccessors(batch, 3);
    expect(leased(batch)).toEqual(["1", "2", "3"]);
  });

  it("are none of a run whose payload is to be loaded first", () => {
    const batch = [finished([successor("large")], null), finished([successor("small")])];
    leasePureSuccessors(batch, 100);
    expect(leased(batch)).toEqual(["small"]);
  });
});
