import { z } from "zod";
import { type Json, JsonError, JsonText, parseJson, stringifyJson } from "@/core/json";

/** Any text: a malformed id is simply not found, like an unknown one. */
export const idInput = z.string("An id is a text.");

/** ISO 8601, UTC, exactly three decimals and `Z`. */
export const timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ format: "date-time", description: "ISO 8601, UTC, with three decimals." });

/** User data on its way out: valid JSON that nobody parses and prints again. */
export const jsonOutput = z.instanceof(JsonText);

/** User data on its way in, as text or as a value; always leaves as text that is known to be valid JSON. */
export const jsonInput = z.unknown().transform((value, context): JsonText => {
  try {
    if (value instanceof JsonText) {
      parseJson(value.text);
      return value;
    }
    // What REST and tRPC hand over was parsed from JSON, so it is a Json; undefined stands for no body.
    const text = value === undefined ? "{}" : stringifyJson(value as Json);
    parseJson(text);
    return new JsonText(text);
  } catch (error) {
    context.addIssue({ code: "custom", message: error instanceof JsonError ? error.message : "This is not JSON." });
    return z.NEVER;
  }
});

export const pageInput = z.object({
  limit: z
    .number("limit is a whole number from 1 to 200.")
    .int("limit is a whole number from 1 to 200.")
    .min(1, "limit is at least 1.")
    .max(200, "limit is at most 200.")
    .default(50)
    .describe("How many items a page has at most."),
  cursor: z.string().nullish().describe("The `next_cursor` of the page before; none for the first page."),
});

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next_cursor: z.string().nullable().describe("For the next page; null on the last one."),
  });

/** What people look for. U+0000 and half a surrogate pair occur in no text of the database. */
export const searchText = z
  .string("search is a text.")
  .max(200, "A search has at most 200 characters.")
  .refine((text) => text.isWellFormed() && !text.includes("\u0000"), "This text cannot occur anywhere.");

export const byIdInput = z.object({ id: idInput });
