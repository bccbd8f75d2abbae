"use client";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import type { StepOverview } from "@/contracts/run-view";
import { firstDeadStep } from "./run-state";

export const stepTabs = ["output", "input", "request", "error", "attempts", "timing"] as const;
export type StepTab = (typeof stepTabs)[number];

/** No node has this id: it stands for a panel that somebody closed. */
const none = "-";

/**
 * Which step is shown, by its node's id, and which of its tabs, in the page's address. Until someone chooses, it is the
 * first that failed: that is what one comes to see.
 */
export function useSelectedStep(steps: readonly StepOverview[]) {
  const [{ step, tab }, set] = useQueryStates({
    step: parseAsString,
    tab: parseAsStringLiteral(stepTabs),
  });
  const dead = firstDeadStep(steps)?.node_id;
  // It stays when the run is retried: nothing closes by itself.
  const [opened, setOpened] = useState(dead);
  if (opened === undefined && dead !== undefined) setOpened(dead);
  const selected = step === none ? undefined : (step ?? opened ?? dead);
  return {
    selected,
    tab,
    select: (nodeId: string) => void set({ step: nodeId, tab: nodeId === selected ? tab : null }),
    close: () => void set({ step: none, tab: null }),
    show: (next: StepTab) => void set({ step: selected ?? null, tab: next }),
  };
}
