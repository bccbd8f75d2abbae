import { type Json, JsonError, parseJson } from "@/core/json";

/** What stands for a stored error that was damaged by hand. */
export const unreadableError = { code: "unknown", message: "The stored error cannot be read." } as const;

/** Stored JSON, or undefined where it was damaged: deeper than the product stores it. */
export function jsonOrUndefined(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
