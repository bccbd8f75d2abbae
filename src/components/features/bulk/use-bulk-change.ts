"use client";
import { useEffect, useRef, useState } from "react";
import type { ChangedRun, ChangedRunPage } from "@/contracts/change-runs";

/** Changes one batch of what was asked for; `null` is for the first. */
export type SendBatch = (cursor: string | null) => Promise<ChangedRunPage>;

interface Progress {
  step: "asking" | "working" | "stopping" | "broken" | "done";
  /** what became of the runs so far */
  items: ChangedRun[];
  /** where to go on */
  cursor: string | null;
  error: unknown;
}

const beginning: Progress = { step: "asking", items: [], cursor: null, error: null };

/**
 * Works through many runs, a batch at a time. It can be stopped between two batches, and goes on where it broke off: what
 * was done already is not done again.
 */
export function useBulkChange(send: SendBatch, onSettled: () => void) {
  const [progress, setProgress] = useState(beginning);
  const isWanted = useRef(false);
  useEffect(
    () => () => {
      isWanted.current = false;
    },
    [],
  );

  const work = async () => {
    isWanted.current = true;
    let { items, cursor } = progress;
    setProgress({ step: "working", items, cursor, error: null });
    try {
      do {
        const batch: ChangedRunPage = await send(cursor);
        items = [...items, ...batch.items];
        cursor = batch.next_cursor;
        if (isWanted.current) setProgress({ step: "working", items, cursor, error: null });
      } while (cursor !== null && isWanted.current);
      setProgress({ step: "done", items, cursor, error: null });
    } catch (error) {
      setProgress({ step: "broken", items, cursor, error });
    }
    isWanted.current = false;
    onSettled();
  };
  return {
    ...progress,
    work: () => void work(),
    stop: () => {
      isWanted.current = false;
      setProgress((now) => (now.step === "working" ? { ...now, step: "stopping" } : now));
    },
    reset: () => setProgress(beginning),
  };
}

/** Known runs as batches. */
export function batchesOf(
  ids: readonly string[],
  size: number,
  send: (ids: string[]) => Promise<ChangedRunPage>,
): SendBatch {
  return async (cursor) => {
    const start = Number(cursor ?? 0);
    const { items } = await send(ids.slice(start, start + size));
    return { items, next_cursor: start + size < ids.length ? String(start + size) : null };
  };
}
