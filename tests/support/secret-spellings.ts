import type { Database } from "@/db/types";

/** The ways in which a value may show up where it should not; written independently of what hides it. */
export function spellings(value: string): Record<string, string> {
  const trimmed = value.trim();
  const encoded = (text: string) => Buffer.from(text).toString("base64");
  const whole = (text: string) => text.replace(/=+$/, "");
  return {
    "plain text": trimmed,
    JSON: JSON.stringify(trimmed).slice(1, -1),
    "JSON in JSON": JSON.stringify(JSON.stringify(trimmed).slice(1, -1)).slice(1, -1),
    "JSON in JSON in JSON": JSON.stringify(JSON.stringify(JSON.stringify(trimmed).slice(1, -1)).slice(1, -1)).slice(
      1,
      -1,
    ),
    "a URL": encodeURIComponent(trimmed),
    "a URL in a URL": encodeURIComponent(encodeURIComponent(trimmed)),
    "a form": new URLSearchParams({ x: trimmed }).toString().slice(2),
    HTML: trimmed.replaceAll("&", "&amp;").replaceAll('"', "&quot;"),
    hex: Buffer.from(trimmed).toString("hex"),
    base64: whole(encoded(trimmed)),
    "base64 with its line end": whole(encoded(value)),
    "base64 behind one byte": encoded(`x${trimmed}`).slice(2, -4),
    "base64 behind two bytes": encoded(`xx${trimmed}`).slice(3, -4),
    base64url: Buffer.from(trimmed).toString("base64url"),
    "basic authentication": whole(encoded(`user:${trimmed}`)),
  };
}

/** Every row of every table. */
export async function tablesAsText(db: Database): Promise<string> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`;
  const rows = await Promise.all(
    tables.map(({ name }) =>
      db.$queryRawUnsafe<{ text: string }[]>(`SELECT to_json(t)::text AS text FROM ${name} AS t`),
    ),
  );
  return rows
    .flat()
    .map(({ text }) => text)
    .join("\n");
}
