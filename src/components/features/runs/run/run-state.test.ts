import { describe, expect, it } from "vitest";
import type { Graph } from "@/components/graph/read-graph";
import { firstDeadStep, runGraph, shownStatus } from "./run-state";
import { overviewStep as step } from "./testing/overview-step";

const now = Date.parse("2026-03-01T12:00:00.000Z");
const later = "2026-03-01T12:00:09.000Z";

/** start → choice; choice -true→ yes → end; choice -false→ no → end */
const graph: Graph = {
  nodes: ["start", "choice", "yes", "no", "end"].map((id) => ({
    id,
    type: "log",
    name: id,
    position: undefined,
    joinsAll: false,
  })),
  edges: [
    { id: "1", source: "start", target: "choice", branch: undefined },
    { id: "2", source: "choice", target: "yes", branch: "true" },
    { id: "3", source: "choice", target: "no", branch: "false" },
    { id: "4", source: "yes", target: "end", branch: undefined },
    { id: "5", source: "no", target: "end", branch: undefined },
  ],
};
const chosen = step("choice", { node_type: "condition", branch: "true" });

describe("shownStatus", () => {
  it("tells waiting and retrying from pending", () => {
    const failed = { attempt: 1, started_at: null, finished_at: null, error: { code: "x", message: "y" } };
    expect(shownStatus(step("a", { status: "pending", next_retry_at: later }), now)).toBe("waiting");
    expect(shownStatus(step("a", { status: "pending", next_retry_at: later, attempts: [failed] }), now)).toBe(
      "retrying",
    );
    expect(shownStatus(step("a", { status: "pending", next_retry_at: later }), Date.parse(later))).toBe("pending");
    expect(shownStatus(step("a", { status: "running", next_retry_at: later }), now)).toBe("running");
  });
});

describe("runGraph", () => {
  it("marks the branch that was not taken", () => {
    const { statuses, edgeStates } = runGraph(graph, [step("start"), chosen, step("yes"), step("end")], now);
    expect(statuses.get("no")).toBe("not_taken");
    expect([...edgeStates]).toEqual([
      ["1", "taken"],
      ["2", "taken"],
      ["3", "not_taken"],
      ["4", "taken"],
      ["5", "not_taken"],
    ]);
  });

  it("tells not reached from not taken after a failure", () => {
    const { statuses, edgeStates } = runGraph(graph, [step("start"), chosen, step("yes", { status: "dead" })], now);
    expect([statuses.get("yes"), statuses.get("no"), statuses.get("end")]).toEqual([
      "dead",
      "not_taken",
      "not_reached",
    ]);
    expect(edgeStates.get("4")).toBe("not_taken");
  });

  it("leaves open what is not decided yet", () => {
    const { statuses, edgeStates } = runGraph(graph, [step("start"), step("choice", { status: "running" })], now);
    expect(["yes", "no", "end"].map((id) => statuses.get(id))).toEqual(["not_reached", "not_reached", "not_reached"]);
    expect(["2", "3", "4", "5"].map((id) => edgeStates.get(id))).toEqual(["open", "open", "open", "open"]);
  });
});

describe("firstDeadStep", () => {
  it("is the first in order", () => {
    const steps = [step("a"), step("b", { status: "dead" }), step("c", { status: "dead" })];
    expect(firstDeadStep(steps)?.id).toBe("b");
    expect(firstDeadStep([])).toBeUndefined();
  });
});
