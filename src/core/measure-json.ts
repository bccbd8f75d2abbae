import { ExactNumber, type Json } from "./json";

export interface JsonMeasure {
  /** about the length of its text: never more, and less only by what JSON escapes inside of strings */
  size: number;
  /** levels of nesting: 0 for a scalar, 1 for `[]` and `{}` */
  depth: number;
}

/** Size and depth of a value, without printing it; stops early, with a size above `limit`, when there is more than that. */
export function measureJson(value: Json, limit = Number.POSITIVE_INFINITY): JsonMeasure {
  let size = 0;
  let depth = 0;
  // Level by level instead of recursion, so that no depth can exhaust the call stack.
  for (let level: Json[] = [value]; level.length > 0 && size <= limit; ) {
    const next: Json[] = [];
    let nested = false;
    for (const item of level) {
      if (item === null || typeof item !== "object" || item instanceof ExactNumber) {
        size += typeof item === "string" ? item.length + 2 : String(item).length;
        continue;
      }
      nested = true;
      if (Array.isArray(item)) {
        size += 1 + Math.max(1, item.length);
        for (const child of item) next.push(child);
      } else {
        const keys = Object.keys(item);
        size += 1 + Math.max(1, keys.length);
        for (const key of keys) {
          size += key.length + 3;
          next.push(item[key] as Json);
        }
      }
    }
    if (nested) depth++;
    level = next;
  }
  return { size, depth };
}
