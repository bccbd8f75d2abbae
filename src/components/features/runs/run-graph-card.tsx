"use client";
import { useMemo } from "react";
import { GraphView } from "@/components/graph/graph";
import { readGraph } from "@/components/graph/read-graph";
import type { Run } from "@/contracts/runs";
import type { Workflow } from "@/contracts/workflows";
import { runGraph } from "./run-state";

interface RunGraphCardProps {
  run: Run;
  /** undefined while it is on its way */
  workflow: Workflow | undefined;
  now: number;
  onSelect: (nodeId: string) => void;
}

/** The workflow's graph, coloured by what the run made of it. */
export function RunGraphCard({ run, workflow, now, onSelect }: RunGraphCardProps) {
  const graph = useMemo(
    () => (workflow ? readGraph(workflow.nodes.parse(), workflow.edges.parse()) : undefined),
    [workflow],
  );
  const states = useMemo(() => (graph ? runGraph(graph, run, now) : undefined), [graph, run, now]);
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
