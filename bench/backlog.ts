import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import type pg from "pg";
import { runCommand } from "../scripts/support/failure";
import { listenForStop } from "../scripts/support/stop-request";
import { Drain } from "./drain";
import { type BenchServer, startBenchServer } from "./server";

const usage = `node --import tsx bench/backlog.ts [flags]
  --runs N        due steps that wait, one a run (1000000)
  --seconds N     how long they are worked off (180)
  --clients N     claim and complete at the same time, 50 steps each (4)
  --only NAME     one of the settings below`;

const reset =
  "autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold, autovacuum_analyze_scale_factor, autovacuum_analyze_threshold, autovacuum_vacuum_cost_delay";

/** Storage parameters of the hot tables that are compared; null: as the migrations set them. */
const settings: Record<string, string[] | null> = {
  "PostgreSQL's defaults": [`alter table step_execution reset (${reset})`, `alter table run reset (${reset})`],
  "as shipped": null,
};

/**
 * A million due steps, worked off with the engine's own statements: how claims fare while what was claimed before lies dead in
 * the table and at the head of the queue's index.
 */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: "string", default: "1000000" },
      seconds: { type: "string", default: "180" },
      clients: { type: "string", default: "4" },
      only: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const { stop } = listenForStop();
  const server = await startBenchServer(stop);
  try {
    for (const [name, statements] of Object.entries(settings)) {
      if (values.only !== undefined && values.only !== name) continue;
      stop.throwIfAborted();
      console.log(`\n${name}`);
      await measure(server, statements ?? [], {
        runs: Number(values.runs),
        seconds: Number(values.seconds),
        clients: Number(values.clients),
      });
    }
  } finally {
    await server.close();
  }
  return 0;
});

async function measure(
  server: BenchServer,
  statements: string[],
  { runs, seconds, clients }: { runs: number; seconds: number; clients: number },
): Promise<void> {
  const database = await server.freshDatabase();
  for (const statement of statements) await database.client.query(statement);
  await insertBacklog(database.client, runs);
  const drain = new Drain(database.url, clients);
  console.log("   second   steps/s   claim p50   p95 ms   dead rows   vacuums   queue index MiB");
  for (let window = 1; window <= 6; window++) {
    const result = await drain.window(database.client, seconds / 6);
    console.log(
      [
        String(Math.round((window * seconds) / 6)).padStart(9),
        result.stepsPerSecond.toFixed(0).padStart(10),
        result.claimP50.toFixed(1).padStart(12),
        result.claimP95.toFixed(1).padStart(9),
        String(result.deadSteps).padStart(12),
        String(result.vacuums).padStart(10),
        result.queueIndexMiB.toFixed(1).padStart(18),
      ].join(""),
    );
  }
  await drain.close();
  await database.drop();
}

/** Runs of a trigger and one step that waits, as starts leave them. */
async function insertBacklog(client: pg.Client, runs: number): Promise<void> {
  const [workflowId, versionId] = [randomUUID(), randomUUID()];
  await client.query(`insert into workflow (id, name, status, actor) values ($1, 'backlog', 'active', 'bench')`, [
    workflowId,
  ]);
  await client.query(
    `insert into workflow_version (id, workflow_id, number, definition, actor, published_at)
     values ($1, $2, 1, '{"nodes": [], "edges": []}', 'bench', now())`,
    [versionId, workflowId],
  );
  await client.query(
    `insert into run (id, workflow_id, version_id, status, input, trigger_type, actor, open_steps, created_at)
     select uuidv7(), $1, $2, 'pending', '{"amount": 250, "customer": "4f6a"}', 'api', 'bench', 1,
       date_trunc('milliseconds', now() - ($3::int - number) * interval '1 ms')
     from generate_series(1, $3::int) as number`,
    [workflowId, versionId, runs],
  );
  await client.query(`
    insert into step_execution (run_id, workflow_id, node_id, node_type, status, max_attempts, dedup_key, input, next_retry_at)
    select id, workflow_id, 'call', 'http_request', 'pending', 3, 'run-' || id || ':node-call', '{"url": "https://example.com"}',
      created_at
    from run order by created_at`);
  await client.query("analyze");
  await client.query("checkpoint");
}
