"use client";
import { useState } from "react";
import { GraphView } from "@/components/graph/graph";
import type { Graph } from "@/components/graph/read-graph";
import type { RunOverview } from "@/contracts/run-view";
import { type RunGraph, runGraph } from "./run-state";

interface RunGraphCardProps {
  run: RunOverview;
  /** that of the run's own version; undefined while it is on its way */
  graph: Graph | undefined;
  now: number;
  selected: string | undefined;
  onSelect: (nodeId: string) => void;
}

/** A run is looked at every second, but its graph changes rarely: the same states stay the same object. */
function useSettled(next: RunGraph | undefined): RunGraph | undefined {
  const [settled, setSettled] = useState(next);
  const isSame = settled === next || signature(settled) === signature(next);
  if (!isSame) setSettled(next);
  return isSame ? settled : next;
}

function signature(states: RunGraph | undefined): string {
  return states ? JSON.stringify([[...states.statuses], [...states.edgeStates]]) : "";
}

/** The graph that the run was started on, coloured by what the run made of it. */
export function RunGraphCard({ run, graph, now, selected, onSelect }: RunGraphCardProps) {
  const states = useSettled(graph ? runGraph(graph, run.steps, now) : undefined);
  return (
    <section aria-labelledby="graph" className="min-w-0">
      <h2 id="graph" className="mb-2 text-base font-semibold">
        Graph <span className="font-normal text-ink-muted">of version {run.version}</span>
      </h2>
      <div className="h-72 overflow-hidden rounded-lg border bg-subtle xl:h-[28rem]">
        {graph ? (
          <GraphView
            label={`Graph of ${run.workflow_name} in this run`}
            graph={graph}
            statuses={states?.statuses}
            edgeStates={states?.edgeStates}
            selected={selected}
            onSelect={onSelect}
          />
        ) : null}
      </div>
    </section>
  );
}
