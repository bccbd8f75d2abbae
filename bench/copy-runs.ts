import type { BenchDatabase } from "./server";

/** Runs in one statement. */
const batch = 50_000;

/**
 * Copies a run and its steps, as they are or as if it had succeeded a while ago, so many times. A start of each would say
 * the same, and take minutes.
 */
export async function copyRuns(
  { client }: BenchDatabase,
  runId: string,
  copies: number,
  as: "it is" | "history",
): Promise<void> {
  const columns = async (table: string, own: readonly string[]): Promise<string[]> => {
    const { rows } = await client.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1",
      [table],
    );
    return rows.map(({ name }) => name).filter((name) => !own.includes(name));
  };
  const runColumns = await columns("run", ["id"]);
  const stepColumns = await columns("step_execution", ["id", "run_id", "dedup_key"]);
  const finished: Record<string, string> = {
    status: "'succeeded'",
    open_steps: "0",
    started_at: "now() - interval '1 h'",
    finished_at: "now() - interval '1 h'",
    created_at: "now() - interval '1 h'",
  };
  const values = (names: readonly string[], table: string): string =>
    names.map((name) => (as === "history" && finished[name] ? finished[name] : `${table}.${name}`)).join(", ");
  for (let left = copies; left > 0; left -= batch) {
    await client.query(
      `with copy as (
         insert into run (id, ${runColumns.join(", ")})
         select uuidv7(), ${values(runColumns, "run")} from run, generate_series(1, ${Math.min(batch, left)}) where run.id = $1
         returning id)
       insert into step_execution (run_id, dedup_key, ${stepColumns.join(", ")})
       select copy.id, 'run-' || copy.id || ':node-' || step.node_id, ${values(stepColumns, "step")}
       from copy cross join (select * from step_execution where run_id = $1 order by id) as step`,
      [runId],
    );
  }
  await client.query("vacuum analyze run, step_execution");
}
