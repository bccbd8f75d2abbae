import { runTransitions, stepTransitions } from "@/core/state";
import type { Database } from "@/db/types";

const tables = { run: runTransitions, step_execution: stepTransitions } as const;

/** Lets the database write down every change of a run's or a step's status. */
export async function recordTransitions(db: Database): Promise<void> {
  await db.$executeRaw`CREATE TABLE transition (kind text, row_id text, old text, new text, at timestamptz DEFAULT clock_timestamp())`;
  await db.$executeRaw`
    CREATE FUNCTION record_transition() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO transition VALUES (TG_TABLE_NAME, NEW.id, CASE TG_OP WHEN 'INSERT' THEN 'new' ELSE OLD.status::text END, NEW.status);
      RETURN NULL;
    END $$`;
  for (const table of Object.keys(tables)) {
    await db.$executeRawUnsafe(
      `CREATE TRIGGER record_insert AFTER INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION record_transition()`,
    );
    await db.$executeRawUnsafe(
      `CREATE TRIGGER record_change AFTER UPDATE ON ${table} FOR EACH ROW
       WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION record_transition()`,
    );
  }
}

/** Transitions that happened although no table in core/state knows them, and steps that succeeded more than once. */
export async function wrongTransitions(db: Database): Promise<string[]> {
  return [...(await unknownTransitions(db)), ...(await repeatedEnds(db))];
}

export async function unknownTransitions(db: Database): Promise<string[]> {
  const known = new Set(
    Object.entries(tables).flatMap(([kind, list]) => list.map(({ from, to }) => `${kind}: ${from} → ${to}`)),
  );
  const seen = await seenTransitions(db);
  return seen.filter((transition) => !known.has(transition)).map((transition) => `unknown transition of ${transition}`);
}

export async function repeatedEnds(db: Database): Promise<string[]> {
  const twice = await db.$queryRaw<{ row_id: string }[]>`
    SELECT row_id FROM transition WHERE kind = 'step_execution' AND new IN ('succeeded', 'skipped')
    GROUP BY row_id HAVING count(*) > 1`;
  return twice.map(({ row_id }) => `step ${row_id} succeeded more than once`);
}

/** Each kind of transition that happened: `run: new → pending`. */
export async function seenTransitions(db: Database): Promise<string[]> {
  const rows = await db.$queryRaw<{ kind: string; old: string; new: string }[]>`
    SELECT DISTINCT kind, old, new FROM transition`;
  return rows.map((row) => `${row.kind}: ${row.old} → ${row.new}`).sort();
}
