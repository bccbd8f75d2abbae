"use client";
import { notify, notifyError } from "@/components/ui/toast";
import type { RunOverview } from "@/contracts/run-view";
import { trpc } from "@/trpc/client";

/** Tick, retry and cancel, with what they say and what they make out of date. */
export function useRunActions(run: RunOverview) {
  const utils = trpc.useUtils();
  // What never changes (its definition, its payload) is not asked for again.
  const refresh = () =>
    void Promise.all([
      utils.runs.overview.invalidate({ id: run.id }),
      utils.runs.explanation.invalidate({ id: run.id }),
      utils.runs.list.invalidate(),
      utils.runs.counts.invalidate(),
    ]);

  const tick = trpc.runs.tick.useMutation({
    onSuccess: ({ claimed, completed }) => {
      if (claimed === 0) notify("Nothing was due", { description: "No step of this run is ready to be worked on." });
      else
        notify(`Worked on ${claimed} ${claimed === 1 ? "step" : "steps"}`, { description: `${completed} completed.` });
    },
    onError: (error) => notifyError("The tick failed", error),
    onSettled: refresh,
  });
  const retry = trpc.runs.retry.useMutation({
    onSuccess: () => notify("The run goes on", { description: "Its failed steps are tried again." }),
    onError: (error) => notifyError("The run could not be retried", error),
    onSettled: refresh,
  });
  const cancel = trpc.runs.cancel.useMutation({
    onSuccess: () => notify("The run is cancelled"),
    onError: (error) => notifyError("The run could not be cancelled", error),
    onSettled: refresh,
  });

  return {
    tick: () => tick.mutate({ run_id: run.id }),
    isTicking: tick.isPending,
    retry: () => retry.mutate({ id: run.id }),
    isRetrying: retry.isPending,
    cancel: (onSettled: () => void) => cancel.mutate({ id: run.id }, { onSettled }),
    isCancelling: cancel.isPending,
  };
}
