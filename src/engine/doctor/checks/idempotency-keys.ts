import { parseJson } from "@/core/json";
import { Prisma } from "@/generated/prisma/client";
import { fingerprintOf } from "../../start";
import type { MendScope, Repair, RunCheck } from "../check";

const wrong = Prisma.sql`
  ((run.idempotency_key IS NULL) <> (run.idempotency_fingerprint IS NULL) OR run.idempotency_fingerprint !~ '^[0-9a-f]{64}$')`;

export const idempotencyKeys: RunCheck = {
  name: "idempotency-keys",
  rule: "a run with an idempotency key has the fingerprint of its payload, and no other has one",
  repair: "takes the fingerprint of the stored payload again, or removes it",
  brokenRow: wrong,
  broken: (runs) => Prisma.sql`
    SELECT id AS run_id, 'the run has ' || CASE WHEN idempotency_key IS NULL THEN 'no' ELSE 'an' END || ' idempotency key and '
      || CASE WHEN idempotency_fingerprint IS NULL THEN 'no' ELSE 'a strange' END || ' fingerprint' AS what
    FROM ${runs} WHERE ${wrong}`,
  mend,
};

async function mend({ transaction, runs }: MendScope): Promise<Repair[]> {
  const rows = await transaction.$queryRaw<{ id: string; keyed: boolean; input: string }[]>`
    SELECT id::text AS id, idempotency_key IS NOT NULL AS keyed, input::text AS input FROM ${runs} WHERE ${wrong}`;
  const repairs: Repair[] = [];
  for (const { id, keyed, input } of rows) {
    const fingerprint = keyed ? fingerprintOf(parseJson(input)) : null;
    await transaction.$executeRaw`UPDATE run SET idempotency_fingerprint = ${fingerprint} WHERE id = ${id}::uuid`;
    repairs.push({ runId: id, change: keyed ? "took the fingerprint again" : "removed the fingerprint" });
  }
  return repairs;
}
