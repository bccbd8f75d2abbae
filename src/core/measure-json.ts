import { ExactNumber, type Json } from "./json";

export interface JsonMeasure {
  /** about the length of its text: never more, and less only by what JSON escapes inside of strings */
  size: number;
  /** levels of nesting: 0 for a scalar, 1 for `[]` and `{}` */
  depth: number;
  /** arrays, objects and exact numbers in it */
  parts: number;
}

/** What is left to look at of one array or object. */
interface Level {
  items: readonly Json[];
  next: number;
}

/** Size and depth of a value, without printing it; stops early, with a size above `limit`, when there is more than that. */
export function measureJson(value: Json, limit = Number.POSITIVE_INFINITY): JsonMeasure {
  const measure: JsonMeasure = { size: 0, depth: 0, parts: 0 };
  // No recursion, so that no depth can exhaust the call stack.
  const levels: Level[] = [];
  enter(value, measure, levels);
  for (let level = levels.at(-1); level && measure.size <= limit; level = levels.at(-1)) {
    if (level.next === level.items.length) levels.pop();
    // There is an item before the end.
    else enter(level.items[level.next++] as Json, measure, levels);
  }
  return measure;
}

/** Counts a scalar, or what an array or object takes besides its items, which are looked at next. */
function enter(item: Json, measure: JsonMeasure, levels: Level[]): void {
  if (typeof item === "string") {
    measure.size += item.length + 2;
  } else if (item === null || typeof item !== "object" || item instanceof ExactNumber) {
    measure.size += String(item).length;
    if (item instanceof ExactNumber) measure.parts++;
  } else {
    measure.parts++;
    const items = Array.isArray(item) ? item : Object.values(item);
    measure.size += 1 + Math.max(1, items.length);
    if (!Array.isArray(item)) for (const key of Object.keys(item)) measure.size += key.length + 3;
    levels.push({ items, next: 0 });
    measure.depth = Math.max(measure.depth, levels.length);
  }
}
