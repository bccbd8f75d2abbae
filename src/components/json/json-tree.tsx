"use client";
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useState } from "react";
import { useVirtualRows } from "@/components/hooks/use-virtual-rows";
import type { Json } from "@/core/json";
import { type JsonRow, openedFor, rowId, visibleRows } from "./json-rows";
import { JsonTreeRow } from "./json-tree-row";
import type { TemplateRoot, ValuePath } from "./template-path";

interface JsonTreeProps {
  label: string;
  value: Json;
  opened: ReadonlySet<string>;
  onOpened: (opened: ReadonlySet<string>) => void;
  search: string;
  /** the hit to show */
  hit: ValuePath | undefined;
  root: TemplateRoot | undefined;
}

const rowHeight = 24;

/** A value as a tree, of which only the lines in sight exist: arrows move, Right and Left open and close. */
export function JsonTree({ label, value, opened, onOpened, search, hit, root }: JsonTreeProps) {
  const rows = useMemo(() => visibleRows(value, opened), [value, opened]);
  const [active, setActive] = useState("");
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const activeIndex = Math.max(
    0,
    rows.findIndex(({ id }) => id === active),
  );
  const { scroller, virtualizer, focusRow } = useVirtualRows({
    count: rows.length,
    rowHeight,
    overscan: 12,
    initialRect: { width: 600, height: 384 },
    active: activeIndex,
    keyOf: (index) => rows[index]?.id ?? index,
    onActive: (index) => setActive(rows[index]?.id ?? ""),
  });

  const hitId = hit && rowId(hit);
  const showHit = useEffectEvent(() => {
    if (!hit) return;
    const missing = openedFor(hit).filter((id) => !opened.has(id));
    if (missing.length > 0) onOpened(new Set([...opened, ...missing]));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another hit is what calls for it
  useEffect(() => showHit(), [hitId]);
  const hitIndex = hitId === undefined ? -1 : rows.findIndex(({ id }) => id === hitId);
  useEffect(() => {
    if (hitIndex >= 0) virtualizer.scrollToIndex(hitIndex, { align: "center" });
  }, [hitIndex, virtualizer]);

  const toggle = ({ id, size, value: inner }: JsonRow) => {
    if (size) onOpened(flipped(opened, id));
    else if (typeof inner === "string") setUnfolded(flipped(unfolded, id));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[activeIndex];
    // A key pressed at a button within the line is the button's.
    if (!row || (event.target as HTMLElement).role !== "treeitem" || event.metaKey || event.ctrlKey || event.altKey)
      return;
    switch (event.key) {
      case "ArrowDown":
        focusRow(Math.min(rows.length - 1, activeIndex + 1));
        break;
      case "ArrowUp":
        focusRow(Math.max(0, activeIndex - 1));
        break;
      case "Home":
        focusRow(0);
        break;
      case "End":
        focusRow(rows.length - 1);
        break;
      case "ArrowRight":
        if (row.isOpen) focusRow(activeIndex + 1);
        else if (row.size) toggle(row);
        break;
      case "ArrowLeft":
        if (row.isOpen) toggle(row);
        else if (row.depth > 0)
          focusRow(rows.findLastIndex(({ depth }, index) => index < activeIndex && depth < row.depth));
        break;
      case "Enter":
      case " ":
        toggle(row);
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  return (
    <div ref={scroller} className="max-h-96 overflow-auto py-1">
      <div
        role="tree"
        aria-label={label}
        className="relative"
        style={{ height: `${virtualizer.getTotalSize()}px` }}
        onKeyDown={onKeyDown}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row ? (
            <JsonTreeRow
              key={row.id}
              row={row}
              index={index}
              isActive={index === activeIndex}
              isUnfolded={unfolded.has(row.id)}
              isHit={row.id === hitId}
              search={search}
              root={root}
              offset={start}
              rowRef={virtualizer.measureElement}
              onToggle={() => toggle(row)}
              onFocus={() => setActive(row.id)}
            />
          ) : null;
        })}
      </div>
    </div>
  );
}

function flipped(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
