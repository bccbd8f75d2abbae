"use client";
import { parseAsArrayOf, parseAsString, useQueryState } from "nuqs";
import { useEffect, useEffectEvent } from "react";
import type { Run } from "@/contracts/runs";
import { firstDeadStep } from "./run-state";

/**
 * Which steps show their details, by node id, in the page's address. Until someone chooses, it is the first that failed:
 * that is what one comes to see.
 */
export function useOpenedSteps(run: Run) {
  const [chosen, setChosen] = useQueryState("steps", parseAsArrayOf(parseAsString));
  const dead = firstDeadStep(run.steps)?.node_id;
  const opened = chosen ?? (dead === undefined ? [] : [dead]);

  const scrollTo = (nodeId: string) => {
    const step = run.steps.find(({ node_id }) => node_id === nodeId);
    if (step) document.getElementById(`step-${step.id}`)?.querySelector("button")?.scrollIntoView({ block: "nearest" });
  };
  const showFirst = useEffectEvent(() => {
    if (opened[0] !== undefined) scrollTo(opened[0]);
  });
  useEffect(() => {
    showFirst();
  }, []);

  return {
    opened,
    toggle: (nodeId: string) =>
      void setChosen(opened.includes(nodeId) ? opened.filter((id) => id !== nodeId) : [...opened, nodeId]),
    /** opens a step, if it is not, and brings it into view */
    show: (nodeId: string) => {
      if (!opened.includes(nodeId)) void setChosen([...opened, nodeId]);
      requestAnimationFrame(() => scrollTo(nodeId));
    },
  };
}
