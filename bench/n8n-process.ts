import { mkdtempSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Child, startChild } from "../scripts/support/children";
import { fromRoot } from "../scripts/support/paths";
import { freePort } from "../scripts/support/ports";

const program = "bench/peers/n8n/node_modules/n8n/bin/n8n";
const workflowId = "benchChain0000001";

export interface N8nProcess {
  pid: number;
  /** A POST here starts a run, and is answered when that has gone through. */
  webhook: string;
  stop(): Promise<void>;
}

/** One process in regular mode, which n8n is quickest in on one machine, with every execution saved. */
export async function startN8n(databaseUrl: string): Promise<N8nProcess> {
  const home = mkdtempSync(fromRoot(".data/bench-n8n-"));
  const port = await freePort();
  const env = environment(new URL(databaseUrl), { home, port, brokerPort: await freePort() });
  const said: string[] = [];
  const start = (...args: string[]): Child =>
    startChild({ name: "n8n", args: [program, ...args], env, onLine: (line) => said.push(line) });
  const fail = (what: string): Error => new Error(`n8n ${what}:\n${said.slice(-20).join("\n")}`);
  try {
    for (const args of [
      ["import:workflow", "--input=bench/peers/n8n/workflow.json"],
      ["publish:workflow", `--id=${workflowId}`],
    ]) {
      if ((await start(...args).exited) !== 0) throw fail(`could not ${args[0]}`);
    }
    const server = start("start");
    const webhook = `http://127.0.0.1:${port}/webhook/bench`;
    const deadline = Date.now() + 120_000;
    let inARow = 0;
    while (inARow < answersInARow) {
      if (server.hasExited() || Date.now() > deadline) {
        await server.stop(0);
        throw fail("did not start");
      }
      await sleep(250);
      inARow = (await answers(webhook)) ? inARow + 1 : 0;
    }
    return {
      pid: server.pid,
      webhook,
      async stop() {
        await server.stop(10_000);
        rmSync(home, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

function environment(
  database: URL,
  { home, port, brokerPort }: { home: string; port: number; brokerPort: number },
): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    TMPDIR: home,
    NODE_ENV: "production",
    DB_TYPE: "postgresdb",
    DB_POSTGRESDB_HOST: database.hostname,
    DB_POSTGRESDB_PORT: database.port,
    DB_POSTGRESDB_DATABASE: database.pathname.slice(1),
    DB_POSTGRESDB_USER: decodeURIComponent(database.username),
    DB_POSTGRESDB_PASSWORD: decodeURIComponent(database.password),
    DB_POSTGRESDB_POOL_SIZE: "10",
    N8N_HOST: "127.0.0.1",
    N8N_LISTEN_ADDRESS: "127.0.0.1",
    N8N_PORT: String(port),
    N8N_USER_FOLDER: home,
    N8N_RUNNERS_BROKER_LISTEN_ADDRESS: "127.0.0.1",
    N8N_RUNNERS_BROKER_PORT: String(brokerPort),
    N8N_DIAGNOSTICS_ENABLED: "false",
    N8N_VERSION_NOTIFICATIONS_ENABLED: "false",
    N8N_TEMPLATES_ENABLED: "false",
    N8N_PERSONALIZATION_ENABLED: "false",
    N8N_LOG_LEVEL: "warn",
    EXECUTIONS_MODE: "regular",
    EXECUTIONS_DATA_SAVE_ON_SUCCESS: "all",
    EXECUTIONS_DATA_SAVE_ON_ERROR: "all",
  };
}

/** Three seconds of them: requests right after the first answer were answered 404 now and then. */
const answersInARow = 12;

/** Its webhooks are there some time after its port. */
async function answers(webhook: string): Promise<boolean> {
  return fetch(webhook, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"amount":50}',
  }).then(
    ({ ok }) => ok,
    () => false,
  );
}
