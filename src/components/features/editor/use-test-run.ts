"use client";
import { useMemo, useState } from "react";
import { runGraph } from "@/components/features/runs/run/run-state";
import type { Graph } from "@/components/graph/read-graph";
import { useCurrentSecond } from "@/components/time/clock";
import type { RunOverview } from "@/contracts/run-view";
import { isFinishedRun } from "@/core/state";
import { trpc } from "@/trpc/client";
import type { CanvasStates } from "./canvas/use-flow";

const intervalMs = 700;

export interface TestRunView {
  runId: string;
  run: RunOverview | undefined;
  states: CanvasStates | undefined;
}

/** The run that was started from the editor, followed until it ends, and what it makes of the graph. */
export function useTestRun(graph: Graph, runId: string | undefined): TestRunView | undefined {
  const query = trpc.runs.overview.useQuery(
    { id: runId ?? "" },
    {
      enabled: runId !== undefined,
      refetchInterval: ({ state }) => (state.data && isFinishedRun(state.data.status) ? false : intervalMs),
    },
  );
  const run = runId === undefined ? undefined : query.data;
  const now = useCurrentSecond(run !== undefined && !isFinishedRun(run.status));
  const states = useSettled(useMemo(() => (run ? runGraph(graph, run.steps, now) : undefined), [graph, run, now]));
  return runId === undefined ? undefined : { runId, run, states };
}

/** A run is looked at often, but its states change rarely: the same states stay the same object. */
function useSettled(next: CanvasStates | undefined): CanvasStates | undefined {
  const [settled, setSettled] = useState(next);
  const isSame = signature(settled) === signature(next);
  if (!isSame) setSettled(next);
  return isSame ? settled : next;
}

function signature(states: CanvasStates | undefined): string {
  return states ? JSON.stringify([[...states.statuses], [...states.edgeStates]]) : "";
}
