"use client";
import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { RunSummary } from "@/contracts/runs";
import { trpc } from "@/trpc/client";
import { newRows, settleRows, updateRows } from "../run/run-rows";
import { useLiveRuns } from "../use-live";
import type { runListInput } from "./run-filters";

type RunListInput = ReturnType<typeof runListInput>;

interface RunPage {
  items: RunSummary[];
  next_cursor: string | null;
}
type RunPages = InfiniteData<RunPage, string | null>;

/** Ids that one request asks for: more would make its address too long. */
const idsOfRequest = 50;

interface Arrived {
  /** the list that they belong to */
  of: string;
  runs: RunSummary[];
  /** there are more than one page of them, and older ones between them and the rows */
  beyond: RunPage | null;
}

/**
 * The run list, kept up to date in place: rows show what becomes of their runs, and stay where they are. What is new, or
 * does not belong here any more, waits while `isHeld` says that somebody reads or chooses; otherwise it is settled at once.
 */
export function useRunList(input: RunListInput, isHeld: boolean) {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const key = JSON.stringify(input);
  const nothing: Arrived = { of: key, runs: [], beyond: null };
  const [latestArrived, setArrived] = useState(nothing);
  const arrived = latestArrived.of === key ? latestArrived : nothing;
  const list = trpc.runs.list.useInfiniteQuery(input, {
    getNextPageParam: (page) => page.next_cursor,
    // Asking for all pages again would move the rows; refresh() does not.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const queryKey = getQueryKey(trpc.runs.list, input, "infinite");
  const read = () => queryClient.getQueryData<RunPages>(queryKey);
  const write = (change: (pages: RunPages) => RunPages) =>
    queryClient.setQueryData<RunPages>(queryKey, (pages) => pages && change(pages));

  const held = useRef(isHeld);
  useEffect(() => {
    held.current = isHeld;
  }, [isHeld]);

  const settle = ({ runs, beyond }: Arrived) => {
    setArrived(nothing);
    if (beyond) write(() => ({ pages: [beyond], pageParams: [null] }));
    else write((pages) => inFirstPage(pages, settleRows(rowsOf(pages), runs, input.status)));
  };

  const refresh = async () => {
    const before = read();
    if (!before) return;
    const ids = rowsOf(before).map(({ id }) => id);
    const parts = Array.from({ length: Math.ceil(ids.length / idsOfRequest) }, (_, index) =>
      ids.slice(index * idsOfRequest, (index + 1) * idsOfRequest),
    );
    const [head, ...known] = await Promise.all([
      utils.client.runs.list.query(input),
      ...parts.map((part) => utils.client.runs.list.query({ id: part.join(","), limit: idsOfRequest })),
    ]);
    const latest = new Map(known.flatMap(({ items }) => items).map((run) => [run.id, run]));
    const isAsked = new Set(ids);
    write((pages) =>
      mapRows(pages, (rows) => rows.flatMap((run) => (isAsked.has(run.id) ? updateRows([run], latest) : run))),
    );
    const runs = newRows(head.items, rowsOf(read() ?? before));
    const isGap = runs.length === head.items.length && head.next_cursor !== null && ids.length > 0;
    const next = { of: key, runs, beyond: isGap ? head : null };
    // As it is now: somebody may have begun to read while this was under way.
    if (held.current) setArrived(next);
    else settle(next);
  };
  const refreshLatest = useEffectEvent(refresh);
  const { isLive, refetchInterval } = useLiveRuns(() => refreshLatest());

  // Without a stream, and to make sure with one; not in a hidden tab.
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refreshLatest().catch(() => undefined);
    }, refetchInterval);
    return () => clearInterval(timer);
  }, [refetchInterval]);

  const settleLatest = useEffectEvent(() => settle(arrived));
  useEffect(() => {
    if (!isHeld) settleLatest();
  }, [isHeld]);

  return {
    list,
    runs: list.data ? uniqueById(list.data.pages.flatMap((page) => page.items)) : undefined,
    isLive,
    refetchInterval,
    refresh,
    /** new runs that wait to be shown; `more`: so many, or more */
    arrived: { count: arrived.runs.length, more: arrived.beyond !== null },
    showArrived: () => settle(arrived),
  };
}

function rowsOf({ pages }: RunPages): RunSummary[] {
  return pages.flatMap(({ items }) => items);
}

function mapRows(data: RunPages, map: (rows: RunSummary[]) => RunSummary[]): RunPages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: map(page.items) })) };
}

/** All rows in the first page; the others keep only where they end, so that the next page goes on there. */
function inFirstPage(data: RunPages, rows: RunSummary[]): RunPages {
  return { ...data, pages: data.pages.map((page, index) => ({ ...page, items: index === 0 ? rows : [] })) };
}

/** Pages are fetched one after the other: a run can move from one to the next in between. */
function uniqueById<Item extends { id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
