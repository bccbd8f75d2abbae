import type { Database } from "@/db/types";
import { Prisma } from "@/generated/prisma/client";
import type { IdRange } from "./check";

export interface Page {
  range: IdRange;
  size: number;
}

const firstId = "00000000-0000-0000-0000-000000000000";

/** Walks a table by its ids, up to the greatest that there is when it comes there. */
export async function* pagesOf(db: Database, table: "run" | "workflow", limit: number): AsyncGenerator<Page> {
  for (let after = firstId; ; ) {
    const [page] = await db.$queryRaw<{ up_to: string | null; size: number }[]>`
      SELECT (array_agg(id::text ORDER BY id DESC))[1] AS up_to, count(*)::int AS size
      FROM (SELECT id FROM ${Prisma.raw(table)} WHERE id > ${after}::uuid ORDER BY id LIMIT ${limit}) AS page`;
    if (!page || page.up_to === null) return;
    yield { range: { after, upTo: page.up_to }, size: page.size };
    after = page.up_to;
  }
}
