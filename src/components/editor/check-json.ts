import { type Json, JsonError, parseJson } from "@/core/json";

export type CheckedJson = { ok: true; value: Json } | { ok: false; message: string; offset: number };

/** Parses what a person typed; a mistake comes with its place, in words that a person can follow. */
export function checkJson(text: string): CheckedJson {
  if (text.trim() === "") return { ok: false, message: "This is empty. Write JSON, for example {}.", offset: 0 };
  try {
    return { ok: true, value: parseJson(text) };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const [, what = error.message, position] = /^(.*?)(?: at position (\d+))?$/s.exec(error.message) ?? [];
    if (position === undefined) return { ok: false, message: what, offset: 0 };
    const offset = Number(position);
    const { line, column } = lineAndColumn(text, offset);
    return { ok: false, message: `Line ${line}, column ${column}: ${what}.`, offset };
  }
}

function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
