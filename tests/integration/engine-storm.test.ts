import { afterAll, beforeAll, expect, it } from "vitest";
import { runStorm } from "../race/storm";
import { createTestDatabase, type TestDatabase } from "../support/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A longer one: node --import tsx tests/race/stress.ts --runs=2000 --seed=7 */
it("random graphs come to the end that they describe, whatever their workers do", async () => {
  const seed = Date.now() % 100_000;
  const { violations, counts } = await runStorm(database.url, { runs: 300, seed });
  expect(violations, `seed ${seed}`).toEqual([]);
  // What did not happen is not proven.
  for (const what of [
    "accepted retry",
    "accepted wait",
    "accepted giveback",
    "accepted skip",
    "results refused",
    "batches sent twice at once",
    "successors leased",
    "leases given back",
    "steps reaped to the queue",
    "retries won",
    "runs cancelled",
  ]) {
    expect(counts[what], what).toBeGreaterThan(0);
  }
}, 180_000);
