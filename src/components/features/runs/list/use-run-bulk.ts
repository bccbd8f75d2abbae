"use client";
import { useState } from "react";
import type { BulkChange } from "@/components/features/bulk/bulk-dialog";
import { batchesOf } from "@/components/features/bulk/use-bulk-change";
import type { RunCounts } from "@/contracts/runs";
import { trpc } from "@/trpc/client";
import { formatCount } from "../format-count";
import { type RunFilters, runFilterInput } from "./run-filters";
import type { RunSelection } from "./use-run-selection";

/** Runs of one request: small enough that one sees it go on. */
const batchSize = 50;

/** Retry and cancel of the chosen runs, or of everything that the filter picks. */
export function useRunBulk(filters: RunFilters, selection: RunSelection, counts: RunCounts | undefined) {
  const { client } = trpc.useUtils();
  const [change, setChange] = useState<BulkChange | null>(null);

  const begin = (verb: BulkChange["verb"]) => {
    const many = verb === "retry" ? client.runs.retryMany : client.runs.cancelMany;
    const state = verb === "retry" ? "failed" : "unfinished";
    if (selection.isEverything) {
      setChange({
        verb,
        count: countOf(verb, filters, counts),
        what: `${state} runs that match`,
        send: (cursor) => many.mutate({ filter: runFilterInput(filters), limit: batchSize, cursor }),
      });
      return;
    }
    const runs = verb === "retry" ? selection.failed : selection.unfinished;
    setChange({
      verb,
      count: String(runs.length),
      what: `${state} ${runs.length === 1 ? "run" : "runs"}`,
      send: batchesOf(
        runs.map(({ id }) => id),
        batchSize,
        (ids) => many.mutate({ ids }),
      ),
    });
  };
  return {
    change,
    retry: () => begin("retry"),
    cancel: () => begin("cancel"),
    close: () => {
      setChange(null);
      selection.clear();
    },
  };
}

function countOf(verb: BulkChange["verb"], { status }: RunFilters, counts: RunCounts | undefined): string {
  if (!counts) return "all";
  const statuses = verb === "retry" ? (["failed"] as const) : (["pending", "running"] as const);
  return formatCount(...statuses.filter((one) => status === null || one === status).map((one) => counts[one]));
}

/** What everything that matches is, by what can be done to it. */
export function matchingCounts(filters: RunFilters, counts: RunCounts | undefined) {
  if (!counts) return undefined;
  const all = filters.status === null ? Object.values(counts) : [counts[filters.status]];
  return {
    all: formatCount(...all),
    failed: countOf("retry", filters, counts),
    unfinished: countOf("cancel", filters, counts),
  };
}
