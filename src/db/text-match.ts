import { Prisma } from "@/generated/prisma/client";

/** The pattern of LIKE for texts that contain this one; `%`, `_` and `\` in it mean themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/** Every word of a text occurs in one of the columns, in any case. */
export function matchesWords(columns: readonly Prisma.Sql[], text: string): Prisma.Sql | undefined {
  const words = text.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return undefined;
  const conditions = words.map((word) => {
    const places = columns.map((column) => Prisma.sql`${column} ILIKE ${containing(word)}`);
    return Prisma.sql`(${Prisma.join(places, " OR ")})`;
  });
  return Prisma.join(conditions, " AND ");
}
