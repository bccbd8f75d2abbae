"use client";
import { useEffect, useRef } from "react";
import type { StepOverview } from "@/contracts/run-view";
import { trpc } from "@/trpc/client";

/** A step with its payloads, loaded when it is looked at, and again when the step has moved on. */
export function useStepDetail(step: StepOverview) {
  const query = trpc.runs.step.useQuery({ id: step.id }, { staleTime: Number.POSITIVE_INFINITY });
  const { refetch } = query;
  const state = `${step.status} ${step.attempt} ${step.attempts.length} ${step.finished_at}`;
  const seen = useRef(state);
  useEffect(() => {
    if (seen.current === state) return;
    seen.current = state;
    void refetch();
  }, [state, refetch]);
  return query;
}
