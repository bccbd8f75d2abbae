"use client";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { RunOverview } from "@/contracts/run-view";
import { isFinishedRun } from "@/core/state";
import { trpc } from "@/trpc/client";
import { coalesce } from "./coalesce";

/**
 * How pages learn of changes: a stream of events, and polling beneath it. While the stream is alive, polling only makes
 * sure; without it, polling is what the page lives on. A hidden page does neither (queries do not poll in the background
 * anyway): its stream would take one of the few connections that a browser has for a server, and opens again with what
 * was missed.
 */
const safetyIntervalMs = 15_000;
const runIntervalMs = 1_000;
const listIntervalMs = 3_000;

/** A stream that was refused for good is asked for again after this long: a proxy may have refused it, while the server restarted. */
const reopenMs = 5_000;

/** @returns whether the run's changes come by themselves, and how often to ask for it */
export function useLiveRun(id: string) {
  const utils = trpc.useUtils();
  const stream = trpc.live.run.useSubscription(
    { id },
    { enabled: usePageVisible(), onData: ({ data }) => void show(data) },
  );
  useReopening(stream);
  const isLive = stream.status === "pending";

  /** An answer that is still on its way was read before this one. */
  const show = async (run: RunOverview) => {
    await utils.runs.overview.cancel({ id });
    utils.runs.overview.setData({ id }, run);
    void utils.runs.explanation.invalidate({ id });
  };
  return {
    isLive,
    /** A finished run changes only if somebody retries it. */
    refetchInterval: (run: RunOverview | undefined) =>
      isLive || (run && isFinishedRun(run.status)) ? safetyIntervalMs : runIntervalMs,
  };
}

/**
 * Keeps lists and counts of runs up to date.
 *
 * @param refreshList for a list that has its own way to do so
 * @returns whether changes come by themselves, and how often to ask
 */
export function useLiveRuns(refreshList?: () => Promise<unknown>) {
  const utils = trpc.useUtils();
  const refreshAll = useEffectEvent(() =>
    Promise.all([refreshList ? refreshList() : utils.runs.list.invalidate(), utils.runs.counts.invalidate()]),
  );
  const [coalesced, setCoalesced] = useState<(() => void) | null>(null);
  useEffect(() => setCoalesced(() => coalesce(() => refreshAll())), []);
  const refresh = () => coalesced?.();
  const stream = trpc.live.runs.useSubscription(undefined, { enabled: usePageVisible(), onData: refresh });
  useReopening(stream);
  const isLive = stream.status === "pending";
  return { isLive, refetchInterval: isLive ? safetyIntervalMs : listIntervalMs };
}

function useReopening({ status, reset }: { status: string; reset: () => void }): void {
  useEffect(() => {
    if (status !== "error") return;
    const timer = setTimeout(reset, reopenMs);
    return () => clearTimeout(timer);
  }, [status, reset]);
}

function usePageVisible(): boolean {
  return useSyncExternalStore(
    onVisibilityChange,
    () => document.visibilityState === "visible",
    () => true,
  );
}

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}
