import { ExactNumber, type Json, type JsonObject } from "./json";

export interface JsonMeasure {
  /** about the length of its text: never more, and less only by what JSON escapes inside of strings */
  size: number;
  /** levels of nesting: 0 for a scalar, 1 for `[]` and `{}` */
  depth: number;
  /** arrays, objects and exact numbers in it */
  parts: number;
}

/** Size and depth of a value, without printing it; stops early, with a size above `limit`, when there is more than that. */
export function measureJson(value: Json, limit = Number.POSITIVE_INFINITY): JsonMeasure {
  let size = 0;
  let deepest = 0;
  let parts = 0;
  // What is left to look at of each level above. No recursion, so that no depth can exhaust the call stack.
  const levels: Iterator<Json>[] = [[value].values()];
  for (let level = levels.at(-1); level && size <= limit; level = levels.at(-1)) {
    const { value: item, done } = level.next();
    if (done) {
      levels.pop();
    } else if (item === null || typeof item !== "object" || item instanceof ExactNumber) {
      size += typeof item === "string" ? item.length + 2 : String(item).length;
      if (item instanceof ExactNumber) parts++;
    } else {
      parts++;
      deepest = Math.max(deepest, levels.length);
      if (Array.isArray(item)) {
        size += 1 + Math.max(1, item.length);
        levels.push(item.values());
      } else {
        const keys = Object.keys(item);
        size += 1 + Math.max(1, keys.length);
        for (const key of keys) size += key.length + 3;
        levels.push(membersOf(item, keys));
      }
    }
  }
  return { size, depth: deepest, parts };
}

function* membersOf(object: JsonObject, keys: readonly string[]): Generator<Json> {
  for (const key of keys) yield object[key] as Json;
}
