"use client";
import { useState } from "react";
import type { RunSummary } from "@/contracts/runs";
import { isFinishedRun } from "@/core/state";

/** Which rows are chosen, or that everything is that the filter picks, shown or not. */
export function useRunSelection(runs: readonly RunSummary[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [isEverything, setEverything] = useState(false);
  const [last, setLast] = useState<string | null>(null);
  const chosen = runs.filter(({ id }) => isEverything || ids.has(id));

  const toggle = (id: string, isChosen: boolean, withRange: boolean) => {
    const next = new Set(isEverything ? runs.map((run) => run.id) : ids);
    for (const each of withRange ? between(runs, last, id) : [id]) {
      if (isChosen) next.add(each);
      else next.delete(each);
    }
    setEverything(false);
    setIds(next);
    setLast(id);
  };
  return {
    chosen,
    isEverything,
    isChosen: (id: string) => isEverything || ids.has(id),
    failed: chosen.filter(({ status }) => status === "failed"),
    unfinished: chosen.filter(({ status }) => !isFinishedRun(status)),
    toggle,
    toggleShown: (isChosen: boolean) => {
      setEverything(false);
      setIds(new Set(isChosen ? runs.map(({ id }) => id) : []));
    },
    chooseEverything: () => setEverything(true),
    clear: () => {
      setEverything(false);
      setIds(new Set());
    },
  };
}

export type RunSelection = ReturnType<typeof useRunSelection>;

/** The rows from the one that was clicked before to this one. */
function between(runs: readonly RunSummary[], from: string | null, to: string): string[] {
  const [one, other] = [from, to].map((wanted) => runs.findIndex(({ id }) => id === wanted));
  if (one === undefined || other === undefined || one < 0 || other < 0) return [to];
  return runs.slice(Math.min(one, other), Math.max(one, other) + 1).map(({ id }) => id);
}
