import { parseArgs } from "node:util";
import type pg from "pg";
import { runCountLimit } from "@/contracts/runs";
import { createDatabase } from "@/db/client";
import { countRunsByStatus, type RunPageQuery, runPageStatement } from "@/db/run-page";
import { checkDatabase } from "@/engine/doctor/check-database";
import { runCommand } from "../scripts/support/failure";
import { listenForStop } from "../scripts/support/stop-request";
import { insertFinishedRuns } from "./million-runs";
import { startBenchServer } from "./server";

/**
 * A database with a million finished runs: what lists and counts cost there with and without the indexes that serve them, and
 * how long the doctor takes. `node --import tsx bench/history.ts [--runs N]`
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { runs: { type: "string", default: "1000000" } } });
  const { stop } = listenForStop();
  const server = await startBenchServer(stop);
  try {
    const database = await server.freshDatabase();
    const ids = await insertFinishedRuns(database.client, Number(values.runs));
    await database.client.query("vacuum analyze");
    await tellSizes(database.client);
    const pages: Record<string, RunPageQuery> = {
      "all runs": { where: {}, limit: 51 },
      "all failed runs (there is none)": { where: { statuses: ["failed"] }, limit: 51 },
      ...Object.fromEntries(
        Object.entries(ids).map(([name, workflowId]) => [`runs of ${name}`, { where: { workflowId }, limit: 51 }]),
      ),
      "succeeded runs of abandoned": { where: { workflowId: ids.abandoned, statuses: ["succeeded"] }, limit: 51 },
      "failed runs of busy (there is none)": { where: { workflowId: ids.busy, statuses: ["failed"] }, limit: 51 },
    };
    const tellAll = async (): Promise<void> => {
      for (const [name, query] of Object.entries(pages)) {
        const { text, values: parameters } = runPageStatement(query);
        await explain(database.client, name, text, parameters);
      }
    };
    console.log("\nPages of 50, as shipped");
    await tellAll();
    await database.client.query("drop index run_workflow_id_created_at_id_idx");
    console.log("\nPages of 50, without (workflow_id, created_at, id)");
    await tellAll();
    console.log("\nCounts by status, as shipped");
    await tellCounts(database.url, { all: undefined, ...ids });
    await tellDoctor(database.url);
    await database.drop();
  } finally {
    await server.close();
  }
  return 0;
});

interface Plan {
  "Node Type": string;
  "Index Name"?: string;
  Plans?: Plan[];
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
}

/** The second of two executions: the first warms the cache. */
async function explain(client: pg.Client, name: string, text: string, parameters: readonly unknown[]): Promise<void> {
  let told = "";
  for (let round = 0; round < 2; round++) {
    const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan; "Execution Time": number }[] }>(
      `explain (analyze, buffers, format json) ${text}`,
      [...parameters],
    );
    const [result] = rows[0]?.["QUERY PLAN"] ?? [];
    if (!result) throw new Error("EXPLAIN answered nothing.");
    const blocks = result.Plan["Shared Hit Blocks"] + result.Plan["Shared Read Blocks"];
    told = `${result["Execution Time"].toFixed(1).padStart(9)} ms ${String(blocks).padStart(8)} blocks  ${scansOf(result.Plan)}`;
  }
  console.log(`  ${name.padEnd(36)}${told}`);
}

function scansOf(plan: Plan): string {
  const own = plan["Node Type"].includes("Scan") ? [plan["Index Name"] ?? plan["Node Type"]] : [];
  return [...own, ...(plan.Plans ?? []).map(scansOf)].filter((name) => /run|Seq/.test(name)).join(", ");
}

async function tellSizes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; size: string }>(`
    select relname as name, pg_size_pretty(pg_relation_size(oid)) as size from pg_class
    where relname ~ '^(run|step_execution)' and relkind in ('r', 'i') order by relname`);
  for (const { name, size } of rows) console.log(`  ${name.padEnd(44)}${size}`);
}

/** The quickest of three. */
async function tellCounts(url: string, workflows: Record<string, string | undefined>): Promise<void> {
  const db = createDatabase(url, { max: 1 });
  for (const [name, workflowId] of Object.entries(workflows)) {
    let quickest = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 3; round++) {
      const startedAt = performance.now();
      await countRunsByStatus(db, { workflowId }, runCountLimit);
      quickest = Math.min(quickest, performance.now() - startedAt);
    }
    console.log(`  ${name.padEnd(36)}${quickest.toFixed(1).padStart(9)} ms`);
  }
  await db.$disconnect();
}

async function tellDoctor(url: string): Promise<void> {
  const db = createDatabase(url, { max: 2, statementTimeoutMs: 300_000 });
  const before = process.memoryUsage().rss;
  const startedAt = performance.now();
  const { runs, checks } = await checkDatabase(db);
  const seconds = (performance.now() - startedAt) / 1_000;
  const grown = (process.memoryUsage().rss - before) / 2 ** 20;
  const found = checks.reduce((sum, check) => sum + check.found, 0);
  console.log(
    `\nDoctor: ${runs} runs in ${seconds.toFixed(1)} s, found ${found}; the process grew by ${grown.toFixed(0)} MiB`,
  );
  await db.$disconnect();
}
