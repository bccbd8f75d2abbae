"use client";
import { notify, notifyError } from "@/components/ui/toast";
import type { Run } from "@/contracts/runs";
import { trpc } from "@/trpc/client";

/** Tick, retry and cancel, with what they say and what they make out of date. */
export function useRunActions(run: Run) {
  const utils = trpc.useUtils();
  const refresh = () => void utils.runs.invalidate();
  const show = (newer: Run) => utils.runs.get.setData({ id: newer.id }, newer);

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
    onSuccess: (newer) => {
      show(newer);
      notify("The run goes on", { description: "Its failed steps are tried again." });
    },
    onError: (error) => notifyError("The run could not be retried", error),
    onSettled: refresh,
  });
  const cancel = trpc.runs.cancel.useMutation({
    onSuccess: (newer) => {
      show(newer);
      notify("The run is cancelled");
    },
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
