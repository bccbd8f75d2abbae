import type { ExactNumber } from "@/core/json";
import { HttpFailure } from "./http-failure";

/** A value of a header or query row. */
type RowValue = string | number | boolean | ExactNumber;
export type Rows = Readonly<Record<string, RowValue | readonly RowValue[]>>;

/** Rows as name and value; a list repeats the name, an empty list leaves it out. */
export function listRows(rows: Rows | undefined): [name: string, value: string][] {
  return Object.entries(rows ?? {}).flatMap(([name, value]) =>
    [value].flat().map((item): [string, string] => [name, String(item)]),
  );
}

/**
 * The address with the query rows behind whatever query it has already.
 *
 * @throws HttpFailure when it is no http or https address; the text itself is not repeated, it may hold a secret
 */
export function buildRequestUrl(text: string, query: Rows | undefined): URL {
  const trimmed = text.trim();
  if (hasControlCharacter(trimmed)) {
    throw invalidUrl(
      "it holds a line break or another control character. Values with free text belong into the query.",
    );
  }
  if (!URL.canParse(trimmed)) {
    throw invalidUrl(
      "it does not have the form https://host/path. Look for a template in it that gave nothing, or text with blanks.",
    );
  }
  const url = new URL(trimmed);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw invalidUrl("it does not start with http:// or https://.");
  }
  // URLSearchParams would print the whole query anew, and with it what is already there.
  const added = listRows(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  const present = url.search.slice(1);
  url.search = [...(present === "" ? [] : [present]), ...added].join("&");
  return url;
}

/** Everything but unreserved characters is escaped, so that form and plain decoders read the same. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((character) => character < " " || character === "\u007f");
}

function invalidUrl(why: string): HttpFailure {
  return new HttpFailure("http_invalid_url", `"url" is not an address that can be called: ${why}`);
}
