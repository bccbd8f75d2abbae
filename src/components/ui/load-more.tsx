"use client";
import { Button } from "./button";

interface LoadMoreProps {
  shown: number;
  hasMore: boolean;
  busy: boolean;
  onLoadMore: () => void;
}

/** The end of a list: how much of it is shown, and the way to the rest. */
export function LoadMore({ shown, hasMore, busy, onLoadMore }: LoadMoreProps) {
  return (
    <div className="flex h-12 items-center justify-center gap-3 text-sm text-ink-muted">
      {hasMore ? (
        <>
          <span>{shown} shown</span>
          <Button size="small" busy={busy} onClick={onLoadMore}>
            Load more
          </Button>
        </>
      ) : (
        <span>{shown === 1 ? "1 in all" : `${shown} in all`}</span>
      )}
    </div>
  );
}
