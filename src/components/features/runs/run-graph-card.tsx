"use client";
import { useMemo, useState } from "react";
import { GraphView } from "@/components/graph/graph";
import { readGraph } from "@/components/graph/read-graph";
import type { Run } from "@/contracts/runs";
import type { Workflow } from "@/contracts/workflows";
import { type RunGraph, runGraph } from "./run-state";

interface RunGraphCardProps {
  run: Run;
  /** undefined while it is on its way */
  workflow: Workflow | undefined;
  now: number;
  onSelect: (nodeId: string) => void;
}

/** A run is looked at every second, but its graph changes rarely: the same states stay the same object. */
function useSettled(next: RunGraph | undefined): RunGraph | undefined {
  const [settled, setSettled] = useState(next);
  const isSame = signature(settled) === signature(next);
  if (!isSame) setSettled(next);
  return isSame ? settled : next;
}

function signature(states: RunGraph | undefined): string {
  return states ? JSON.stringify([[...states.statuses], [...states.edgeStates]]) : "";
}

/** The workflow's graph, coloured by what the run made of it. */
export function RunGraphCard({ run, workflow, now, onSelect }: RunGraphCardProps) {
  const graph = useMemo(
    () => (workflow ? readGraph(workflow.nodes.parse(), workflow.edges.parse()) : undefined),
    [workflow],
  );
  const states = useSettled(graph ? runGraph(graph, run, now) : undefined);
  return (
    <section aria-labelledby="graph" className="min-w-0">
      <h2 id="graph" className="mb-2 text-base font-semibold">
        Graph
      </h2>
      <div className="h-96 overflow-hidden rounded-lg border bg-subtle">
        {graph ? (
          <GraphView
            label={`Graph of ${run.workflow_name} in this run`}
            graph={graph}
            statuses={states?.statuses}
            edgeStates={states?.edgeStates}
            onSelect={onSelect}
          />
        ) : null}
      </div>
      {workflow && workflow.version !== run.version ? (
        <p className="mt-1.5 text-xs text-ink-muted">
          This is the graph of version {workflow.version}; the run is of version {run.version}.
        </p>
      ) : null}
    </section>
  );
}
