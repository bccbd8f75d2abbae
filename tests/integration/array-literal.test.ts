import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainArray, textArray } from "@/db/array-literal";
import { createTestDatabase, type TestDatabase } from "../support/database";

/** Whatever a result holds comes to the database as it is, and into its own place. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function readBack(values: readonly (string | null)[]): Promise<(string | null)[]> {
  const rows = await database.db.$queryRaw<{ value: string | null }[]>`
    SELECT value FROM unnest(${textArray(values)}::text[], ${plainArray(values.map((_, index) => index))}::int[])
      AS item(value, position) ORDER BY position`;
  return rows.map(({ value }) => value);
}

/** Texts that PostgreSQL can hold: without U+0000 and halves of surrogate pairs. */
const storable = (text: string): boolean => !text.includes("\u0000") && !/\p{Surrogate}/u.test(text);

describe("an array of texts", () => {
  it("comes back as it was, NULL and the word NULL apart", async () => {
    const fixture = readFileSync(new URL("../fixtures/naughty-strings.json", import.meta.url), "utf8");
    const naughty = (JSON.parse(fixture) as string[]).filter(storable);
    const texts = [null, "NULL", "null", "", " ", ",", "{}", '{"a":"b\\"c"}', "\\", '"', "a\nb\tc", null, ...naughty];
    expect(await readBack(texts)).toEqual(texts);
  });

  it("comes back as it was, whatever is in it", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }).filter(storable),
      fc.string({ unit: fc.constantFrom(..."\\\"{},NUL \n'") }),
      fc.json(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text), { maxLength: 20 }), async (texts) => {
        expect(await readBack(texts)).toEqual(texts);
      }),
      { numRuns: 200 },
    );
  });
});
