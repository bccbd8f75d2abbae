import { randomUUID } from "node:crypto";
import type pg from "pg";

/** Workflows of a database that has been used for a year, with their share of the runs, in percent. */
const shares = [
  { name: "busy", percent: 60 },
  { name: "usual", percent: 34 },
  { name: "quiet", percent: 1 },
  /** all of its runs are older than those of the others: an index by time alone finds them last */
  { name: "abandoned", percent: 5 },
] as const;

export type WorkflowName = (typeof shares)[number]["name"];

const definition = JSON.stringify({ nodes: [{ id: "start", type: "trigger", config: {} }], edges: [] });

/** Fills a fresh database with finished runs, spread over a year; sound, as the engine leaves them. */
export async function insertFinishedRuns(client: pg.Client, runs: number): Promise<Record<WorkflowName, string>> {
  const ids: Record<string, string> = {};
  for (const { name, percent } of shares) {
    const [workflowId, versionId] = [randomUUID(), randomUUID()];
    ids[name] = workflowId;
    await client.query(`insert into workflow (id, name, status, actor) values ($1, $2, 'active', 'bench')`, [
      workflowId,
      name,
    ]);
    await client.query(
      `insert into workflow_version (id, workflow_id, number, definition, actor, published_at)
       values ($1, $2, 1, $3, 'bench', now())`,
      [versionId, workflowId, definition],
    );
    // One in a hundred was a test.
    await client.query(
      `insert into run (id, workflow_id, version_id, status, input, trigger_type, actor, open_steps, created_at, started_at, finished_at)
       select uuidv7(at.moment - now()), $1, $2, 'succeeded', '{"amount": 250, "customer": "4f6a", "note": "as ordered"}',
         case when number % 100 = 0 then 'test' else 'api' end, 'bench', 0, at.moment, at.moment, at.moment
       from generate_series(1, $3::int) as number
         cross join lateral (select date_trunc('milliseconds', now() - case when $4 then interval '1 year' else interval '0' end
           - number * interval '1 year' / $3::int) as moment) as at`,
      [workflowId, versionId, Math.round((runs * percent) / 100), name === "abandoned"],
    );
  }
  await client.query(`
    insert into step_execution (run_id, workflow_id, node_id, node_type, status, attempt, max_attempts, dedup_key, output,
      edges_in, edges_decided, edges_taken, started_at, finished_at, next_retry_at)
    select id, workflow_id, 'start', 'trigger', 'succeeded', 1, 1, 'run-' || id || ':node-start', input, 0, 0, 0,
      started_at, finished_at, created_at
    from run order by created_at`);
  // pg's parameter types: ids holds exactly the names above.
  return ids as Record<WorkflowName, string>;
}
