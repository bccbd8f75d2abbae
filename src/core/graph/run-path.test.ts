import { describe, expect, it } from "vitest";
import type { StepStatus } from "../state";
import { type PathStep, runPath } from "./run-path";

/** `"a -> b"`, `"a -true-> b"`; nodes of `all` join all their edges. */
function pathOf(edges: string[], steps: Record<string, StepStatus | `${StepStatus}:${string}`>, all: string[] = []) {
  const parsed = edges.map((edge) => {
    const [, source = "", branch, target = ""] = /^(\w+) -(?:(\w+)-)?> (\w+)$/.exec(edge) ?? [];
    return { source, target, branch };
  });
  const ids = [...new Set(parsed.flatMap(({ source, target }) => [source, target]))];
  const known = Object.entries(steps).map(([id, text]): [string, PathStep] => {
    // The test wrote it as a status and, behind a colon, a branch.
    const [status, branch = null] = text.split(":") as [StepStatus, string?];
    return [id, { status, branch }];
  });
  const nodes = ids.map((id) => ({ id, joinsAll: all.includes(id) }));
  const path = runPath(nodes, parsed, new Map(known));
  return {
    fates: Object.fromEntries(path.nodes),
    edges: Object.fromEntries(edges.map((edge, at) => [edge, path.edges[at]])),
  };
}

/** start → choice; choice -true→ yes → end; choice -false→ no → end */
const choice = ["start -> choice", "choice -true-> yes", "choice -false-> no", "yes -> end", "no -> end"];
/** start → a, b; both → join → after */
const diamond = ["start -> a", "start -> b", "a -> join", "b -> join", "join -> after"];

describe("runPath", () => {
  it("marks the branch that was not taken", () => {
    const steps = { start: "succeeded", choice: "succeeded:true", yes: "succeeded", end: "succeeded" } as const;
    const { fates, edges } = pathOf(choice, steps);
    expect(fates.no).toEqual({ kind: "not_taken" });
    expect(Object.values(edges)).toEqual(["taken", "taken", "not_taken", "taken", "not_taken"]);
  });

  it("leaves open what is not decided yet, and says what it is behind", () => {
    const { fates, edges } = pathOf(choice, { start: "succeeded", choice: "running" });
    expect(fates.choice).toEqual({ kind: "open" });
    expect(fates.yes).toEqual({ kind: "waits", sources: ["choice"], behind: ["choice"] });
    expect(fates.end).toEqual({ kind: "waits", sources: ["yes", "no"], behind: ["choice"] });
    expect(Object.values(edges)).toEqual(["taken", "open", "open", "open", "open"]);
  });

  it("tells cut off from not taken after a failure", () => {
    const { fates, edges } = pathOf(choice, { start: "succeeded", choice: "succeeded:true", yes: "dead" });
    expect(fates.no).toEqual({ kind: "not_taken" });
    expect(fates.end).toEqual({ kind: "cut_off", by: ["yes"] });
    expect(edges["yes -> end"]).toBe("not_taken");
  });

  it("lets a node of any wait for the branch that still lives", () => {
    const { fates } = pathOf(diamond, { start: "succeeded", a: "dead", b: "running" });
    expect(fates.join).toEqual({ kind: "waits", sources: ["b"], behind: ["b"] });
    expect(fates.after).toEqual({ kind: "waits", sources: ["join"], behind: ["b"] });
  });

  it("knows that a join of all can never be decided once a branch is dead", () => {
    const { fates, edges } = pathOf(diamond, { start: "succeeded", a: "dead", b: "running" }, ["join"]);
    expect(fates.join).toEqual({ kind: "cut_off", by: ["a"] });
    expect(fates.after).toEqual({ kind: "cut_off", by: ["a"] });
    expect(edges["b -> join"]).toBe("open");
    expect(edges["join -> after"]).toBe("not_taken");
  });

  it("lets a blocked join wait for those that are missing", () => {
    const steps = { start: "succeeded", a: "succeeded", b: "pending", join: "blocked" } as const;
    expect(pathOf(diamond, steps, ["join"]).fates.join).toEqual({ kind: "waits", sources: ["b"], behind: ["b"] });
  });

  it("follows skipped steps", () => {
    const steps = { start: "succeeded", a: "skipped", b: "skipped" } as const;
    expect(pathOf(diamond, steps).fates).toMatchObject({ join: { kind: "not_taken" }, after: { kind: "not_taken" } });
  });

  it("cuts off what comes after a cancelled step", () => {
    const { fates } = pathOf(diamond, { start: "succeeded", a: "cancelled", b: "cancelled" });
    expect(fates.join).toEqual({ kind: "cut_off", by: ["a", "b"] });
  });
});
