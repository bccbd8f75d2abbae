import { Prisma } from "@/generated/prisma/client";

/**
 * The rows of a query as the text of one JSON list, to be a column of another: several lists come with one statement, on one
 * snapshot, and the driver looks at one value instead of each. Times come as texts, and numbers beyond JavaScript's have to be made texts.
 */
export const jsonRows = (query: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT coalesce(json_agg(listed), '[]')::text FROM (${query}) AS listed)`;
