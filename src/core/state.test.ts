import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  isFinishedRun,
  openStepStatuses,
  runStatuses,
  runTransitions,
  stepStatuses,
  stepTransitions,
  workflowStatuses,
  workflowTransitions,
} from "./state";

const cycles = [
  { name: "Workflow", statuses: workflowStatuses, transitions: workflowTransitions },
  { name: "Run", statuses: runStatuses, transitions: runTransitions },
  { name: "Step", statuses: stepStatuses, transitions: stepTransitions },
];

interface Arrow {
  from: string;
  to: string;
  by?: string;
}

/** The arrows of the one diagram under a heading of docs/state-machine.md; the dots at both ends are "[*]". */
function arrowsUnder(heading: string): Arrow[] {
  const text = readFileSync("docs/state-machine.md", "utf8");
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const [, diagram = ""] = /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/.exec(section) ?? [];
  return diagram
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, from, to, by] = /^ {2}(\S+) --> ([^\s:]+)(?:: (.+))?$/.exec(line) ?? [];
      if (from === undefined || to === undefined) throw new Error(`This is no arrow: ${line}`);
      return by === undefined ? { from, to } : { from, to, by };
    });
}

describe.each(cycles)("docs/state-machine.md, $name", ({ name, statuses, transitions }) => {
  const arrows = arrowsUnder(name);

  it("draws every transition with its cause, and no other", () => {
    const drawn = arrows
      .filter(({ to }) => to !== "[*]")
      .map(({ from, ...rest }) => ({ from: from === "[*]" ? "new" : from, ...rest }));
    expect(drawn).toEqual(transitions);
  });

  it("ends where nothing leaves a status", () => {
    const last = statuses.filter((status) => !transitions.some(({ from }) => from === status));
    expect(arrows.filter(({ to }) => to === "[*]").map(({ from }) => from)).toEqual(last);
  });
});

describe.each(cycles)("the transitions of a $name", ({ statuses, transitions }) => {
  it("lead to every status, each pair once", () => {
    expect(new Set(transitions.map(({ to }) => to))).toEqual(new Set(statuses));
    const pairs = transitions.map(({ from, to }) => `${from} → ${to}`);
    expect(new Set(pairs).size).toBe(pairs.length);
  });
});

describe("statuses", () => {
  it("a finished run is left by a retry only", () => {
    expect(runTransitions.filter(({ from }) => from !== "new" && isFinishedRun(from))).toEqual([
      { from: "failed", to: "running", by: "retry" },
    ]);
  });

  it("every step that is not open was ended or waits for others", () => {
    const closed = stepStatuses.filter((status) => !openStepStatuses.some((open) => open === status));
    expect(closed).toEqual(["succeeded", "dead", "cancelled", "skipped", "blocked"]);
  });
});
