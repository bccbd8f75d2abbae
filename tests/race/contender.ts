import pg from "pg";
import { createDatabase } from "@/db/client";
import { createTestEngine } from "../support/engine";
import { type Answer, perform, type Request } from "./operations";

/** A process that runs one operation of the engine after the other, as it is told over its channel. */
const [url] = process.argv.slice(2);
if (!url) throw new Error("A contender needs the URL of a database.");
const db = createDatabase(url, { max: 5, applicationName: "contender" });
const engine = createTestEngine(db);
const barrier = new pg.Client({ connectionString: url });
await barrier.connect();
await Promise.all(Array.from({ length: 5 }, () => db.$queryRaw`SELECT pg_sleep(0.01)::text`));

/** Prisma tells first where it was called, and what has happened last. */
function lastLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().split("\n").at(-1) ?? "";
}

process.on("message", async ({ id, operation, atBarrier }: Request) => {
  if (atBarrier) await barrier.query("SELECT pg_advisory_lock_shared(1)");
  const settled: Answer["settled"] = await perform(engine, operation).then(
    (value) => ({ ok: true, value }),
    (error: unknown) => ({ ok: false, message: lastLine(error) }),
  );
  if (atBarrier) await barrier.query("SELECT pg_advisory_unlock_shared(1)");
  process.send?.({ id, settled } satisfies Answer);
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
