import { Prisma } from "@/generated/prisma/client";

/**
 * Arrays as PostgreSQL reads them from one text: `{1,2,3}`, `{"a","b",NULL}`. As a parameter of a statement such a text is
 * passed on as it is, whereas of an array Prisma and the driver look at each item several times: in a statement over a
 * hundred steps that was a third of what the process allocated.
 *
 * Where every item is null the answer is null: `unnest` of several arrays fills up what is shorter.
 */
export function textArray(values: readonly (string | null)[]): string | null {
  let text = "";
  let someText = false;
  for (const value of values) {
    someText ||= value !== null;
    text += `${text === "" ? "{" : ","}${value === null ? "NULL" : quoted(value)}`;
  }
  return someText ? `${text}}` : null;
}

/** An array of texts that may be large: quoting copies them, so one that is alone goes as it is. */
export function largeTexts(values: readonly (string | null)[]): Prisma.Sql {
  const [only = null] = values;
  return values.length === 1 ? Prisma.sql`ARRAY[${only}::text]` : Prisma.sql`${textArray(values)}::text[]`;
}

/** The same for what needs no quotes: numbers, booleans, UUIDs and words of our own. */
export function plainArray(values: readonly (number | bigint | boolean | string)[]): string {
  return `{${values.join(",")}}`;
}

const special = /["\\]/;
const everySpecial = /["\\]/g;

function quoted(text: string): string {
  return special.test(text) ? `"${text.replace(everySpecial, "\\$&")}"` : `"${text}"`;
}
