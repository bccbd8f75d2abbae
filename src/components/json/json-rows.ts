import { isJsonObject, type Json, stringifyJson } from "@/core/json";
import type { ValuePath } from "./template-path";

/** One line of a value that is shown as a tree. */
export interface JsonRow {
  /** tells it from all others of the value */
  id: string;
  path: ValuePath;
  /** none: the value itself, which is neither a list nor an object */
  name: string | undefined;
  depth: number;
  value: Json;
  /** of lists and objects: how much is in it */
  size: number | undefined;
  isOpen: boolean;
  /** its place among its neighbours, from 1, and how many they are */
  position: number;
  neighbours: number;
}

export function rowId(path: ValuePath): string {
  return JSON.stringify(path);
}

/** What is in a list or an object, with its keys; undefined for anything else. */
export function entriesOf(value: Json): [key: string | number, value: Json][] | undefined {
  if (Array.isArray(value)) return value.map((item, index) => [index, item]);
  return isJsonObject(value) ? Object.entries(value) : undefined;
}

/** The lines that show with these lists and objects opened, in order. What is in the value itself always shows. */
export function visibleRows(value: Json, opened: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = [];
  const entries = entriesOf(value);
  if (!entries || entries.length === 0) {
    const size = entries?.length;
    return [{ id: "[]", path: [], name: undefined, depth: 0, value, size, isOpen: false, position: 1, neighbours: 1 }];
  }
  addRows(rows, entries, [], opened);
  return rows;
}

function addRows(
  rows: JsonRow[],
  entries: readonly [string | number, Json][],
  parent: ValuePath,
  opened: ReadonlySet<string>,
): void {
  entries.forEach(([key, value], index) => {
    const path = [...parent, key];
    const id = rowId(path);
    const inner = entriesOf(value);
    const isOpen = inner !== undefined && inner.length > 0 && opened.has(id);
    rows.push({
      id,
      path,
      name: String(key),
      depth: parent.length,
      value,
      size: inner?.length,
      isOpen,
      position: index + 1,
      neighbours: entries.length,
    });
    if (isOpen) addRows(rows, inner, path, opened);
  });
}

/** Level by level, as many lists and objects as can be open while the tree has no more lines than this. */
export function openedWithin(value: Json, maximumRows: number): Set<string> {
  const opened = new Set<string>();
  const first = entriesOf(value) ?? [];
  let rows = first.length;
  let level: { path: ValuePath; value: Json }[] = first.map(([key, inner]) => ({ path: [key], value: inner }));
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { path, value: outer } of level) {
      const entries = entriesOf(outer) ?? [];
      if (entries.length === 0) continue;
      if (rows + entries.length > maximumRows) return opened;
      rows += entries.length;
      opened.add(rowId(path));
      for (const [key, inner] of entries) next.push({ path: [...path, key], value: inner });
    }
    level = next;
  }
  return opened;
}

/** The ids of all that must be open for a path to show. */
export function openedFor(path: ValuePath): string[] {
  return path.slice(0, -1).map((_, index) => rowId(path.slice(0, index + 1)));
}

/** A value as it is copied: a text as it is, anything else as JSON. */
export function copiedText(value: Json): string {
  return typeof value === "string"
    ? value
    : stringifyJson(value, isJsonObject(value) || Array.isArray(value) ? 2 : undefined);
}

/** As many hits as one would step through. */
export const countedHits = 1_000;

/** The paths whose key or value contains a text, in the order of the tree; letters count alike in both cases. */
export function findInJson(value: Json, text: string): ValuePath[] {
  const hits: ValuePath[] = [];
  const wanted = text.toLowerCase();
  if (wanted !== "") search(value, [], wanted, hits);
  return hits;
}

function search(value: Json, path: ValuePath, wanted: string, hits: ValuePath[]): void {
  if (hits.length >= countedHits) return;
  const entries = entriesOf(value);
  const key = path.at(-1);
  const inKey = typeof key === "string" && key.toLowerCase().includes(wanted);
  if (inKey || (!entries && leafText(value).toLowerCase().includes(wanted))) hits.push(path);
  for (const [name, inner] of entries ?? []) search(inner, [...path, name], wanted, hits);
}

export function leafText(value: Json): string {
  return typeof value === "string" ? value : stringifyJson(value);
}
