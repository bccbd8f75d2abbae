import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useRef } from "react";
import { flushSync } from "react-dom";

interface VirtualRowsOptions {
  count: number;
  /** what a row is taken to measure until it is measured, in pixels */
  rowHeight: number;
  /** rows beyond those in sight, on either side */
  overscan: number;
  /** what the list measures before it is laid out, in pixels */
  initialRect: { width: number; height: number };
  /** the row that the keyboard is at */
  active: number;
  keyOf: (index: number) => string | number;
  onActive: (index: number) => void;
}

interface VirtualRows {
  scroller: RefObject<HTMLDivElement | null>;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  focusRow: (index: number) => void;
}

/**
 * A long list of which only the rows in sight exist, and the one that the keyboard is at, wherever the list is scrolled
 * to. What takes the focus in a row bears its number as `data-row`.
 */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { count, rowHeight, overscan, initialRect, active, keyOf, onActive } = options;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan,
    initialRect,
    rangeExtractor: ({ startIndex, endIndex, overscan: beyond }) => {
      const first = Math.max(0, startIndex - beyond);
      const last = Math.min(count - 1, endIndex + beyond);
      const indexes = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      if (active < count && (active < first || active > last)) indexes.push(active);
      return indexes.sort((one, other) => one - other);
    },
  });
  const focusRow = (index: number) => {
    // The next key may come before the next frame, and has to find the focus where this one put it.
    flushSync(() => onActive(index));
    virtualizer.scrollToIndex(index, { align: "auto" });
    scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus({ preventScroll: true });
  };
  return { scroller, virtualizer, focusRow };
}
