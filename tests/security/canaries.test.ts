import { afterAll, beforeAll, expect, it } from "vitest";
import { operations } from "@/contracts/operations";
import { cleanUp } from "@/nodes/testing/cleanup";
import { type EchoServer, type RecordedRequest, startEcho } from "@/nodes/testing/servers";
import type { Graph } from "../integration/services/graphs";
import { filesOfDatabase } from "../support/database-files";
import { call, chainOf, note } from "../support/product-graphs";
import { spellings, tablesAsText } from "../support/secret-spellings";
import { type RunningApp, startApp } from "../support/start-app";
import { until } from "../support/until";
import { canaries, fitsHeader } from "./canaries";

/* Twenty secrets go through everything that the product does with one, and are then looked for wherever it keeps or says anything. */

const metricsToken = "metrics-token-of-this-test";
let app: RunningApp;
let echo: EchoServer;
beforeAll(async () => {
  app = await startApp({
    env: { LOG_LEVEL: "trace", HTTP_ALLOW_HOSTS: "127.0.0.1", METRICS_TOKEN: metricsToken },
    workers: 1,
  });
  echo = await startEcho(answerWithEverything);
  for (const [key, value] of Object.entries(canaries)) await post("/api/secrets", { key, value });
}, 600_000);
afterAll(async () => {
  await cleanUp();
  await app.stop();
});

/** A server that is careless with what it gets: it repeats all of it, in many spellings, in its body and in a header. */
function answerWithEverything(
  _request: unknown,
  response: Parameters<NonNullable<Parameters<typeof startEcho>[0]>>[1],
  recorded: RecordedRequest,
): void {
  const keys = recorded.headers.find(([name]) => name === "x-canary")?.[1].split(" ") ?? [];
  const values = keys.map((key) => canaries[key] ?? "");
  const plain = values.map(encodeURIComponent);
  const status = Number(new URLSearchParams(recorded.rawQuery).get("status") ?? 200);
  const headers = {
    "content-type": "application/json",
    "x-repeats": plain,
    location: `/again?status=${status}&${plain.join("&")}`,
  };
  response.writeHead(status, headers).end(JSON.stringify({ recorded, values, repeats: values.map(repeat) }));
}

/** A value as others pass it on: whole, but written otherwise, or within something longer. */
function repeat(value: string): object {
  return {
    base64: ["", "x", "xx"].map((before) => Buffer.from(`${before}${value} and more`).toString("base64")),
    base64url: Buffer.from(value).toString("base64url"),
    basic: `Basic ${Buffer.from(`user:${value}`).toString("base64")}`,
    hex: Buffer.from(value).toString("hex"),
    urls: [
      encodeURIComponent(value),
      encodeURIComponent(encodeURIComponent(value)),
      `${new URLSearchParams({ value })}`,
    ],
    html: `<p title="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">`,
    nested: JSON.stringify(JSON.stringify({ value })),
  };
}

async function post<Body>(path: string, body?: object): Promise<Body> {
  const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`${app.url}${path}`, { method: "POST", ...(body === undefined ? {} : json) });
  expect({ path, ok: response.ok, text: response.ok ? "" : await response.text() }).toMatchObject({ ok: true });
  return response.json() as Promise<Body>;
}

interface Run {
  id: string;
  workflow_id: string;
  status: string;
  steps: { id: string; error: { code: string } | null }[];
}

async function begin(graph: Graph): Promise<string> {
  const { id } = await post<{ id: string }>("/api/workflows", { name: "Canaries", ...graph });
  await post(`/api/workflows/${id}/activate`);
  return (await post<{ id: string }>(`/api/workflows/${id}/trigger`)).id;
}

const ended = (id: string): Promise<Run> =>
  until(`the run ${id} ends`, async () => {
    const run = (await (await fetch(`${app.url}/api/runs/${id}`)).json()) as Run;
    return run.status !== "pending" && run.status !== "running" && run;
  });

const secretOf = (key: string): string => `{{ secrets.${key} }}`;

/** Every field that may name a secret, and every way for a request with some to go wrong. */
function graphsOf(keys: readonly string[]): Graph[] {
  const secrets = keys.map(secretOf);
  const all = secrets.join("");
  const fitting = keys.filter((key) => fitsHeader(canaries[key] ?? "")).map(secretOf);
  const canary = { "x-canary": keys.join(" ") };
  const headers = { ...canary, authorization: `Bearer ${fitting[0]}`, "x-more": fitting, "x-all": fitting.join(" ") };
  const query = { whole: secrets, part: `a ${secrets.join(" b ")} c` };
  const body = Object.fromEntries(keys.map((key) => [`of ${key}`, [secretOf(key), { within: `<${secretOf(key)}>` }]]));
  const everything = { method: "POST", headers, query, body };
  const text = `{${keys.map((key) => `"${key}": ${secretOf(key)}, "in ${key}": "<${secretOf(key)}>"`).join(", ")}}`;
  const after = [note("all", "{{ steps.call.output }}"), note("text", "<{{ steps.call.output.body }}>")];
  const again = call("again", { method: "POST", url: echo.url, body: "{{ steps.call.output }}" });
  const answering = (status: string) => ({ ...everything, query: { ...query, status } });
  const configs: object[] = [
    { url: `${echo.url}/fails`, ...answering("500") },
    { url: `${echo.url}/loops`, ...answering("307") },
    { url: `http://127.0.0.1:1/?key=${all}`, headers },
    { url: `http://user:${all}@127.0.0.1:1/`, headers: canary },
    { url: `http://10.0.0.1/${all}`, headers: canary },
    { url: `http://${all}/`, headers: canary },
    { url: echo.url, headers: { "x-broken": `${all}\n` } },
    { url: echo.url, headers: { a: `{{ secrets.${keys[0]} > 1 }}` } },
  ];
  return [
    chainOf(call("call", { url: `${echo.url}/fields`, ...everything }), again, ...after),
    chainOf(call("call", { url: `${echo.url}/path/${secrets.join("/")}`, ...everything, body: text }), ...after),
    chainOf(call("call", { url: `${echo.url}/moves`, ...answering("302"), follow_redirects: false }), ...after),
    ...configs.map((config) => chainOf(call("call", config))),
  ];
}

const allSpellings = Object.entries(canaries).map(([key, value]) => ({ key, forms: Object.entries(spellings(value)) }));

const found = (text: string | Buffer): string[] =>
  allSpellings.flatMap(({ key, forms }) =>
    forms.filter(([, spelling]) => text.includes(spelling)).map(([form]) => `${key} in ${form}`),
  );

/** Where a text came from, and what was found in it; only of those in which something was. */
const leaks = (texts: Readonly<Record<string, string | Buffer>>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([where, text]): [string, string[]] => [where, found(text)])
      .filter(([, keys]) => keys.length > 0),
  );

const read = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
  const response = await fetch(`${app.url}${path}`, { headers });
  return `${JSON.stringify([...response.headers])}\n${await response.text()}`;
};

/** The first events of a stream. */
async function readStream(path: string, until: string): Promise<string> {
  const aborting = new AbortController();
  const response = await fetch(`${app.url}${path}`, {
    headers: { accept: "text/event-stream" },
    signal: aborting.signal,
  });
  const reader = response.body?.getReader();
  let text = "";
  while (reader && !text.includes(until)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The stream ended: ${text}`);
    text += Buffer.from(value).toString("utf8");
  }
  aborting.abort();
  return text;
}

/** Everything that tells of a run or its workflow, data and pages. */
function pathsOf(run: Run): string[] {
  const stepPaths = run.steps.map(({ id }) => `/api/steps/${id}`);
  const operationPaths = Object.values(operations)
    .filter(({ method, path }) => method === "GET" && !path.includes("{key}") && !path.startsWith("/api/steps"))
    .map(({ path }) => path.replace("{id}", path.startsWith("/api/runs") ? run.id : run.workflow_id));
  return [...operationPaths, ...stepPaths, `/runs/${run.id}?step=call`, `/workflows/${run.workflow_id}`];
}

it("twenty secrets appear nowhere but where they were sent", async () => {
  const keys = Object.keys(canaries);
  const groups = [0, 1, 2, 3].map((group) => keys.filter((_, index) => index % 4 === group));
  const graphs = groups.flatMap(graphsOf);
  const ids = await Promise.all(graphs.map(begin));
  const runs: Run[] = [];
  for (const id of ids) runs.push(await ended(id));

  // They did arrive, whole, or the rest would prove nothing.
  const bodies = echo.requests.filter(({ path }) => path === "/fields").map(({ body }) => JSON.parse(body) as object);
  for (const group of groups) {
    const arrived = group.map((key) => [`of ${key}`, [canaries[key], { within: `<${canaries[key]}>` }]]);
    expect(bodies).toContainEqual(Object.fromEntries(arrived));
  }
  const codes = new Set(runs.flatMap(({ steps }) => steps.map(({ error }) => error?.code)));
  for (const code of [
    "http_status",
    "http_too_many_redirects",
    "http_connection_failed",
    "http_address_blocked",
    "http_invalid_header",
    "type_error",
  ]) {
    expect(codes).toContain(code);
  }

  for (const [index, run] of runs.entries()) {
    // All of them tell what is in the database; the pages of a few show whether they tell it in another way.
    const paths = index % 5 === 0 ? pathsOf(run) : [`/api/runs/${run.id}`];
    for (const path of paths) expect(leaks({ [path]: await read(path) })).toEqual({});
  }
  const shared = ["/", "/workflows", "/runs", "/dead-letters", "/secrets", "/docs/api", "/api/dead-letters?limit=200"];
  const ofSecrets = Object.keys(canaries).flatMap((key) => [`/api/secrets/${key}`, `/api/secrets/${key}/usage`]);
  for (const path of [...shared, ...ofSecrets]) expect(leaks({ [path]: await read(path) })).toEqual({});
  expect(leaks({ metrics: await read("/metrics", { authorization: `Bearer ${metricsToken}` }) })).toEqual({});
  const input = encodeURIComponent(JSON.stringify({ json: { id: runs[0]?.id } }));
  expect(leaks({ stream: await readStream(`/api/trpc/live.run?input=${input}`, '"steps"') })).toEqual({});

  // This process of the web app executes steps as well, and says so in its log.
  await post("/api/tick", {});
  const log = app.output.join("\n");
  expect(log).toContain("is claiming steps");
  expect(leaks({ log })).toEqual({});
  const database = await tablesAsText(app.database.db);
  expect(database).toContain("{{ secrets.PLAIN }}");
  expect(leaks({ database })).toEqual({});

  // What has been deleted or overwritten by now has left no secret either: a row that was is seen.
  await app.database.db.$executeRaw`CREATE TABLE planted AS SELECT 'planted and deleted' AS text`;
  await app.database.db.$executeRaw`DELETE FROM planted`;
  const files = [...(await filesOfDatabase(app.database.db))];
  expect(files.some(([, bytes]) => bytes.includes("planted and deleted"))).toBe(true);
  expect(leaks(Object.fromEntries(files))).toEqual({});
});
