import { JsonText } from "@/core/json";

/**
 * Prints an answer as JSON. User data (JsonText) is embedded as it is, to the digit; members that are undefined are left
 * out.
 */
export function printJson(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value)) return `[${value.map(printJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${printJson(member)}`).join(",")}}`;
  }
  // An undefined element of a list, like a function, has no JSON.
  return JSON.stringify(value) ?? "null";
}
