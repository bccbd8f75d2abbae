"use client";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "./button";

/** What is needed of an infinite query. */
interface PagedList {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface LoadMoreProps {
  list: PagedList;
  shown: number;
}

/** The end of a list: how much of it is shown, and the way to the rest. Give it the list's filters as its key. */
export function LoadMore({ list, shown }: LoadMoreProps) {
  const { busy, loadMore } = useNextPage(list);
  return (
    <div className="flex h-12 items-center justify-center gap-3 text-sm text-ink-muted">
      {list.isFetchNextPageError ? <span role="alert">The rest could not be loaded.</span> : null}
      {list.hasNextPage ? (
        <>
          <span>{shown} shown</span>
          <Button size="small" busy={busy} onClick={loadMore}>
            Load more
          </Button>
        </>
      ) : (
        <span>{shown === 1 ? "1 in all" : `${shown} in all`}</span>
      )}
    </div>
  );
}

/** A list that brings itself up to date breaks off the page that is on its way; it is asked for again then. */
function useNextPage(list: PagedList) {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const pages = data?.pages.length ?? 0;
  const [wanted, setWanted] = useState(pages);
  const isMissing = pages < wanted && hasNextPage && !isFetchNextPageError;
  const fetchMissing = useEffectEvent(() => void fetchNextPage());
  useEffect(() => {
    if (isMissing && !isFetching) fetchMissing();
  }, [isMissing, isFetching]);
  return {
    busy: isMissing || list.isFetchingNextPage,
    loadMore: () => {
      setWanted(pages + 1);
      void fetchNextPage();
    },
  };
}
