import { describe, expect, it } from "vitest";
import type { RunSummary } from "@/contracts/runs";
import type { RunStatus } from "@/core/state";
import { newRows, settleRows, updateRows } from "./run-rows";

/** A run that was created at this second. */
function run(id: string, second: number, status: RunStatus = "succeeded"): RunSummary {
  const at = new Date(second * 1_000).toISOString();
  return {
    id,
    workflow_id: "w",
    workflow_name: "Workflow",
    version: 1,
    status,
    trigger_type: "api",
    error: null,
    created_at: at,
    started_at: null,
    finished_at: null,
  };
}

const idsOf = (rows: readonly RunSummary[]) => rows.map(({ id, status }) => `${id} ${status}`);

describe("rows of the run list", () => {
  it("keep their places while their runs change, and go with their runs", () => {
    const rows = [run("c", 3, "running"), run("b", 2, "failed"), run("a", 1)];
    const latest = new Map([run("a", 1), run("c", 3, "failed")].map((one) => [one.id, one]));
    expect(idsOf(updateRows(rows, latest))).toEqual(["c failed", "a succeeded"]);
  });

  it("know what is new", () => {
    const rows = [run("c", 3), run("a", 1)];
    expect(idsOf(newRows([run("d", 4), run("c", 3), run("b", 2)], rows))).toEqual(["d succeeded", "b succeeded"]);
  });

  it("take in what is new at its place, by time, then by id, once", () => {
    const rows = [run("c", 3), run("a", 1)];
    const arrived = [run("d", 3), run("b", 2), run("c", 3)];
    expect(idsOf(settleRows(rows, arrived, undefined))).toEqual([
      "d succeeded",
      "c succeeded",
      "b succeeded",
      "a succeeded",
    ]);
  });

  it("leave when the filter does not pick them any more", () => {
    const rows = [run("c", 3, "running"), run("b", 2, "failed")];
    expect(idsOf(settleRows(rows, [run("d", 4, "failed")], "failed"))).toEqual(["d failed", "b failed"]);
  });
});
