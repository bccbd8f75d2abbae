import { parseArgs } from "node:util";
import { createDatabase } from "@/db/client";
import { createApiKey } from "@/services/accounts/api-keys";
import { createAuthenticator } from "@/services/accounts/authenticator";
import { setUp } from "@/services/accounts/set-up";
import { runCommand } from "../scripts/support/failure";
import { listenForStop } from "../scripts/support/stop-request";
import { inlinedChain } from "./graphs";
import { cpuOfTree } from "./process-cpu";
import { openProduct } from "./product";
import { startBenchServer } from "./server";
import { percentile, rounded } from "./statistics";
import { startWebProcess, type WebProcess } from "./web-process";

const secret = "only for the time of this benchmark";
const connections = 8;

/**
 * What it costs to ask who is there: the same requests to a web server with AUTH_MODE=open, and to one with accounts, with a
 * key and with a session, in turn. `node --import tsx bench/access.ts [--requests N] [--reps N]`
 */
await runCommand(async () => {
  const { values } = parseArgs({
    options: { requests: { type: "string", default: "500" }, reps: { type: "string", default: "5" } },
  });
  const { stop } = listenForStop();
  const server = await startBenchServer(stop);
  const database = await server.freshDatabase();
  const product = await openProduct(database.url);
  const webs: WebProcess[] = [];
  try {
    const workflow = await product.createWorkflow(inlinedChain);
    const start = (env: Record<string, string>) =>
      startWebProcess({
        database,
        fernetKey: product.fernetKey,
        env: { ...env, RATE_LIMIT_PER_MINUTE: "0" },
        signal: stop,
      });
    const open = await start({ AUTH_MODE: "open" });
    webs.push(open);
    const accounts = await start({ AUTH_MODE: "accounts", SESSION_SECRET: secret });
    webs.push(accounts);
    const { key, cookie } = await credentials(database.url, accounts.url);
    const callers: Caller[] = [
      { name: "open", web: open, headers: {} },
      { name: "key", web: accounts, headers: { authorization: `Bearer ${key}` } },
      { name: "session", web: accounts, headers: { cookie } },
    ];
    const kinds: Kind[] = [
      { name: "GET a page of runs", method: "GET", path: "/api/runs?limit=20" },
      { name: "POST a trigger", method: "POST", path: `/api/workflows/${workflow}/trigger` },
    ];
    for (const kind of kinds)
      await compare(kind, callers, { requests: Number(values.requests), repetitions: Number(values.reps) });
  } finally {
    await Promise.all(webs.map((web) => web.stop()));
    await product.close();
    await database.drop();
    await server.close();
  }
  return 0;
});

interface Caller {
  name: string;
  web: WebProcess;
  headers: Record<string, string>;
}

interface Kind {
  name: string;
  method: "GET" | "POST";
  path: string;
}

interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  /** µs of the web server's CPU; 0 where there is no /proc */
  cpu: number;
}

async function credentials(databaseUrl: string, appUrl: string): Promise<{ key: string; cookie: string }> {
  const db = createDatabase(databaseUrl, { max: 2 });
  const user = { name: "Bench", email: "bench@example.org", password: "correct horse battery" };
  await setUp({ db, authenticator: createAuthenticator({ db, secret, appUrl }) }, user);
  const { key } = await createApiKey({ db, actor: "bench" }, { name: "bench", role: "editor" });
  await db.$disconnect();
  const { email, password } = user;
  const answer = await fetch(`${appUrl}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const [cookie = ""] = answer.headers.getSetCookie();
  return { key, cookie: cookie.split(";")[0] ?? "" };
}

async function compare(
  kind: Kind,
  callers: readonly Caller[],
  { requests, repetitions }: { requests: number; repetitions: number },
): Promise<void> {
  const all = new Map(callers.map((caller) => [caller.name, [] as Measured[]]));
  for (const caller of callers) await measure(kind, caller, requests);
  for (let repetition = 0; repetition < repetitions; repetition++) {
    for (const caller of callers) all.get(caller.name)?.push(await measure(kind, caller, requests));
  }
  console.log(`\n${kind.name}, ${connections} connections, medians of ${repetitions} × ${requests}`);
  console.log("            requests/s   p50 ms   p99 ms   web server's CPU µs/request");
  for (const [name, measured] of all) {
    const median = (read: (one: Measured) => number) => percentile(measured.map(read), 0.5);
    const cells = [
      rounded(median((one) => one.perSecond)),
      rounded(
        median((one) => one.p50),
        1,
      ),
      rounded(
        median((one) => one.p99),
        1,
      ),
      rounded(median((one) => one.cpu)),
    ];
    console.log(`  ${name.padEnd(8)}${cells.map((cell) => String(cell).padStart(9)).join("")}`);
  }
}

async function measure({ method, path }: Kind, { web, headers }: Caller, requests: number): Promise<Measured> {
  const durations: number[] = [];
  const ask = async (): Promise<void> => {
    const startedAt = performance.now();
    const answer = await fetch(`${web.url}${path}`, { method, headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}.`);
    durations.push(performance.now() - startedAt);
  };
  const before = cpuOfTree(web.pid) ?? 0;
  const startedAt = performance.now();
  let left = requests;
  const connection = async (): Promise<void> => {
    while (left-- > 0) await ask();
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = (cpuOfTree(web.pid) ?? 0) - before;
  return {
    perSecond: requests / seconds,
    p50: percentile(durations, 0.5),
    p99: percentile(durations, 0.99),
    cpu: (cpu / requests) * 1e6,
  };
}
