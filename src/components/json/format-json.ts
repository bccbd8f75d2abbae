import { isJsonObject, type Json, stringifyJson } from "@/core/json";

/** What fits beside the graph without wrapping. */
const lineWidth = 72;

/**
 * Prints JSON for people: two spaces a level, and what fits on one line stays there, so that a node or a header list
 * reads at a glance. No digit changes.
 */
export function formatJson(value: Json): string {
  return print(value, 0, 0);
}

/** `before` is what already stands on the line in front of the value. */
function print(value: Json, level: number, before: number): string {
  const isArray = Array.isArray(value);
  if (!isArray && !isJsonObject(value)) return stringifyJson(value);
  const inline = printInline(value, lineWidth - level * 2 - before);
  if (inline !== undefined) return inline;
  const inner = "  ".repeat(level + 1);
  const lines = isArray
    ? value.map((item) => `${inner}${print(item, level + 1, 0)}`)
    : Object.entries(value).map(([key, member]) => {
        const name = `${stringifyJson(key)}: `;
        return `${inner}${name}${print(member, level + 1, name.length)}`;
      });
  const [open, close] = isArray ? "[]" : "{}";
  return `${open}\n${lines.join(",\n")}\n${"  ".repeat(level)}${close}`;
}

/** The value on one line, or undefined when it takes more than `room` characters; stops as soon as that is sure. */
function printInline(value: Json, room: number): string | undefined {
  if (room < 2) return undefined;
  const isArray = Array.isArray(value);
  if (!isArray && !isJsonObject(value)) {
    const text = stringifyJson(value);
    return text.length <= room ? text : undefined;
  }
  const parts: string[] = [];
  let left = room - (isArray ? 2 : 4);
  for (const [key, member] of Object.entries(value)) {
    const name = isArray ? "" : `${stringifyJson(key)}: `;
    const text = printInline(member, left - name.length);
    if (text === undefined) return undefined;
    parts.push(name + text);
    left -= name.length + text.length + 2;
  }
  if (parts.length === 0) return isArray ? "[]" : "{}";
  return isArray ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
}
