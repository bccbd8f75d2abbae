import { canonicalJson, ExactNumber, isJsonObject, type Json } from "@/core/json";

/** One name and one value of a list such as headers. */
export interface Row {
  name: string;
  text: string;
  /** the value as it came, where it is no text and was not touched: a number stays one */
  value: Json | undefined;
}

/** Whether a value can be shown as rows. */
export function isRowObject(value: Json): boolean {
  return (
    isJsonObject(value) &&
    Object.values(value).every((item) => (Array.isArray(item) ? item.every(isScalar) : isScalar(item)))
  );
}

function isScalar(value: Json): boolean {
  return ["string", "number", "boolean"].includes(typeof value) || value instanceof ExactNumber;
}

export function toRows(value: Json | undefined): Row[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    (Array.isArray(item) ? item : [item]).map((one) => toRow(name, one)),
  );
}

function toRow(name: string, value: Json): Row {
  return typeof value === "string" ? { name, text: value, value: undefined } : { name, text: String(value), value };
}

/** Rows with the same name make one entry with an array; those without a name make none. */
export function fromRows(rows: readonly Row[]): Json | undefined {
  const values = new Map<string, Json[]>();
  for (const { name, text, value } of rows) {
    if (name === "") continue;
    values.set(name, [...(values.get(name) ?? []), value ?? text]);
  }
  if (values.size === 0) return undefined;
  return Object.fromEntries([...values].map(([name, list]) => [name, list.length === 1 ? (list[0] ?? "") : list]));
}

export function sameRows(one: Json | undefined, other: Json | undefined): boolean {
  const [left, right] = [one, other].map((value) => canonicalJson(fromRows(toRows(value)) ?? null));
  return left === right;
}
