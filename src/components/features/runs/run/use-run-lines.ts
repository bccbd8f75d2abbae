"use client";
import { useMemo } from "react";
import { type Graph, readGraph } from "@/components/graph/read-graph";
import type { RunOverview, StepOverview } from "@/contracts/run-view";
import { type Json, type JsonText, jsonOrUndefined } from "@/core/json";
import { trpc } from "@/trpc/client";
import { runGraph, shownStatus } from "./run-state";
import type { StepLine } from "./step-row";

/** The run's own graph, and its steps in the order in which they began, then those that did not, then nodes without one. */
export function useRunLines(run: RunOverview, now: number): { graph: Graph | undefined; lines: StepLine[] } {
  const definition = trpc.runs.definition.useQuery({ id: run.id }, { staleTime: Number.POSITIVE_INFINITY }).data;
  const graph = useMemo(
    () => definition && readGraph(readPart(definition.nodes), readPart(definition.edges)),
    [definition],
  );
  const lines = useMemo(() => {
    const steps = run.steps.toSorted(byBeginning).map((step) => ({
      nodeId: step.node_id,
      type: step.node_type,
      name: step.name ?? step.node_id,
      status: shownStatus(step, now),
      step,
    }));
    const known = new Set(run.steps.map(({ node_id }) => node_id));
    const others = (graph?.nodes ?? []).filter(({ id }) => !known.has(id));
    const statuses = graph && others.length > 0 ? runGraph(graph, run.steps, now).statuses : undefined;
    return [
      ...steps,
      ...others.map(({ id, type, name }) => ({
        nodeId: id,
        type,
        name,
        status: statuses?.get(id) ?? "not_reached",
        step: undefined,
      })),
    ];
  }, [run.steps, graph, now]);
  return { graph, lines };
}

/** Nothing, of one that was damaged: the run is shown all the same. */
const readPart = (part: JsonText): Json => jsonOrUndefined(part.text) ?? [];

function byBeginning(one: StepOverview, other: StepOverview): number {
  const start = (step: StepOverview) =>
    step.started_at === null ? Number.POSITIVE_INFINITY : Date.parse(step.started_at);
  const [first, second] = [start(one), start(other)];
  return first === second ? 0 : first - second;
}
