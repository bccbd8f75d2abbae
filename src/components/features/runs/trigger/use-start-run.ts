"use client";
import { useRef, useTransition } from "react";
import { v4 as randomId } from "uuid";
import { useNavigate } from "@/components/navigation/navigate";
import { notify } from "@/components/ui/toast";
import type { StartedRun } from "@/contracts/runs";
import { JsonText } from "@/core/json";
import { trpc } from "@/trpc/client";
import { shortId } from "../short-id";

export type StartMode = "trigger" | "test";

/** Starts a run, once however often one clicks, and goes to its page, or does with it what `onStarted` says. */
export function useStartRun(workflowId: string, mode: StartMode, onStarted?: (run: StartedRun) => void) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const [leaving, startLeaving] = useTransition();
  const keyFor = useIdempotencyKey();
  const isStarting = useRef(false);
  const options = {
    onSuccess: (run: StartedRun) => {
      void utils.runs.list.invalidate();
      void utils.runs.counts.invalidate();
      notify(`${mode === "test" ? "Test run" : "Run"} ${shortId(run.id)} started`);
      if (onStarted) onStarted(run);
      else startLeaving(() => navigate(`/runs/${run.id}`));
    },
    onError: () => {
      isStarting.current = false;
    },
  };
  const trigger = trpc.runs.trigger.useMutation(options);
  const test = trpc.runs.testRun.useMutation(options);

  const start = (text: string) => {
    if (isStarting.current) return;
    isStarting.current = true;
    const payload = new JsonText(text);
    if (mode === "test") test.mutate({ id: workflowId, payload });
    else trigger.mutate({ id: workflowId, payload, idempotency_key: keyFor(text) });
  };
  return { start, busy: trigger.isPending || test.isPending || leaving, error: trigger.error ?? test.error };
}

/**
 * One key for one payload in one opening of the dialog: a second try after an answer that was lost finds the run that the
 * first one started. Another payload is another run.
 */
function useIdempotencyKey(): (payload: string) => string {
  const last = useRef<{ payload: string; key: string }>(undefined);
  return (payload) => {
    if (last.current?.payload !== payload) last.current = { payload, key: randomId() };
    return last.current.key;
  };
}
