import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { cleanUp } from "@/nodes/testing/cleanup";
import { type RecordedRequest, startEcho, startStubWith } from "@/nodes/testing/servers";
import { type Product, type SpawnedWorker, startProduct, stepIn } from "../../support/product";
import { call, chainOf, condition, delay, graphOf, note } from "../../support/product-graphs";
import { spellings, tablesAsText } from "../../support/secret-spellings";
import { createDraft, type ErrorBody, refusal } from "../services/client";
import { origin } from "../services/web-app";

vi.setConfig({ testTimeout: 90_000 });

const values = { S: 's3cr3t&/?"\n', T: "tok-ABCDEF" };
const logFolder = mkdtempSync(path.join(tmpdir(), "secret-leak-"));
const webLog = path.join(logFolder, "web.log");

let product: Product;
let worker: SpawnedWorker;
beforeAll(async () => {
  // The web process runs in this one; what it logs goes where it can be read.
  Object.defineProperty(process.stdout, "fd", { value: openSync(webLog, "w"), configurable: true });
  product = await startProduct({ environment: { LOG_LEVEL: "trace" } });
  // One secret that cannot be read, so that both processes have something to say.
  await product.db.secret.create({ data: { key: "UNREADABLE", ciphertext: "x" } });
  for (const [key, value] of Object.entries(values)) {
    const answer = await product.app.call("POST", "/api/secrets", { body: { key, value } });
    expect(answer.status).toBe(201);
  }
  worker = await product.spawnWorker([], { LOG_LEVEL: "trace" });
});
afterAll(async () => {
  await product.close();
  Object.defineProperty(process.stdout, "fd", { value: 1, configurable: true });
  rmSync(logFolder, { recursive: true, force: true });
});
afterEach(async () => {
  await product.expectSound();
  await cleanUp();
});

/** Tells a server's caller all that it got, in many spellings. */
function tellAll({ headers, rawQuery, body }: RecordedRequest): string {
  // Every request carries the token; those with a query carry both.
  const sent = rawQuery === "" ? [values.T] : [values.T, values.S];
  return JSON.stringify({
    headers: Object.fromEntries(headers),
    rawQuery,
    body,
    parsed: body === "" ? null : (JSON.parse(body) as unknown),
    base64: sent.flatMap((value) =>
      ["", "x", "xx"].map((before) => Buffer.from(`${before}${value} and more`).toString("base64")),
    ),
    base64url: sent.map((value) => Buffer.from(value).toString("base64url")),
    hex: sent.map((value) => Buffer.from(value).toString("hex")),
    urls: sent.flatMap((value) => [
      encodeURIComponent(value),
      encodeURIComponent(encodeURIComponent(value)),
      new URLSearchParams({ value }).toString(),
    ]),
    // JSON that holds JSON, as queues and logs pass it on
    nested: JSON.stringify(JSON.stringify({ sent })),
  });
}

/** Everything that anybody can read of a run. */
async function toldOf(runId: string): Promise<string> {
  const run = await product.read(runId);
  const texts = await Promise.all(
    [
      `/api/runs/${runId}`,
      "/api/runs",
      "/api/dead-letters",
      `/api/workflows/${run.workflow_id}`,
      "/api/workflows",
      "/api/secrets",
      "/api/secrets/S",
      "/api/secrets/T",
    ].map(async (url) => (await product.app.call("GET", url)).text),
  );
  return [...texts, await liveText(runId)].join("\n");
}

/** The first event of the stream that a run's page listens to. */
async function liveText(runId: string): Promise<string> {
  const { handleTrpc } = await import("@/server/handle-trpc");
  const input = encodeURIComponent(JSON.stringify({ json: { id: runId } }));
  const aborting = new AbortController();
  const response = await handleTrpc(
    new Request(`${origin}/api/trpc/live.run?input=${input}`, {
      headers: { accept: "text/event-stream" },
      signal: aborting.signal,
    }),
  );
  const reader = response.body?.getReader();
  let text = "";
  while (reader && !text.includes('"steps"')) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The stream ended: ${text}`);
    text += Buffer.from(value).toString("utf8");
  }
  aborting.abort();
  await reader?.cancel().catch(() => undefined);
  return text;
}

function expectNoSecret(where: string, text: string): void {
  const found = Object.entries(values).flatMap(([key, value]) =>
    Object.entries(spellings(value))
      .filter(([, spelling]) => text.includes(spelling))
      .map(([spelling]) => `${key} in ${spelling}`),
  );
  expect({ where, found }).toEqual({ where, found: [] });
}

describe("secret-leak", () => {
  it("no value leaves but to the server it is sent to, whatever goes wrong and whoever repeats it", async () => {
    const echo = await startEcho((_request, response, recorded) => {
      const status = recorded.path === "/fails" ? 500 : 200;
      response.writeHead(status, { "content-type": "application/json", "x-token": values.T }).end(tellAll(recorded));
    });
    const reason = await startStubWith([`HTTP/1.1 500 no ${values.T}`, "Content-Length: 0"]);
    const redirect = await startStubWith([
      "HTTP/1.1 302 Found",
      `Location: http://127.0.0.1:1/?key=${values.T}`,
      "Content-Length: 0",
    ]);
    const token = { authorization: "Bearer {{secrets.T}}" };
    const everything = {
      method: "POST",
      headers: { ...token, "x-token": "{{secrets.T}}" },
      query: { key: "{{secrets.S}}", other: ["{{secrets.T}}", "a {{secrets.S}}"] },
      body: { s: "{{secrets.S}}", nested: [{ both: "{{secrets.S}}{{secrets.T}}" }] },
    };
    const configs: Record<string, [config: object, code: string | null]> = {
      "a bad url": [{ url: "http://user:{{secrets.T}}@:1/" }, "http_invalid_url"],
      "a closed port": [{ url: "http://127.0.0.1:1/?key={{secrets.T}}" }, "http_connection_failed"],
      "a blocked address": [{ url: "http://10.0.0.1/{{secrets.T}}" }, "http_address_blocked"],
      "a header with a line feed": [{ url: echo.url, headers: { "X-Secret": "{{secrets.S}}" } }, "http_invalid_header"],
      "a header that is repeated": [
        { url: echo.url, headers: { a: ["{{secrets.T}}", "{{secrets.S}}"] } },
        "http_invalid_header",
      ],
      "a text that tells the kind of value": [{ url: echo.url, headers: { a: "{{ secrets.T > 1 }}" } }, "type_error"],
      "a user and a password": [{ url: `${echo.url.replace("//", "//user:{{secrets.T}}@")}/user` }, null],
      "a path": [{ url: `${echo.url}/{{secrets.T}}` }, null],
      "an echo": [{ url: echo.url, ...everything }, null],
      "a failing echo": [{ url: `${echo.url}/fails`, ...everything }, "http_status"],
      "a JSON text": [{ url: echo.url, method: "POST", headers: token, body: '{"s":"{{secrets.S}}"}' }, null],
      "a status text": [{ url: reason.url, headers: token }, "http_status"],
      "a redirect": [{ url: redirect.url, headers: token }, "http_connection_failed"],
    };
    for (const [what, [config, code]] of Object.entries(configs)) {
      const run = await product.run(
        chainOf(
          call("call", config),
          note("all", "{{steps.call.output}}"),
          note("text", "<{{steps.call.output.body}}>"),
        ),
      );
      expect({ what, code: run.error?.code ?? null }).toEqual({ what, code });
      expectNoSecret(what, await toldOf(run.id));
      if (code === "http_invalid_header") {
        expect(run.error?.message).toMatch(/header "(X-Secret|a)"/);
        expect(run.error?.message).toContain("a line break");
      }
      if (what === "an echo") {
        expect(stepIn(run, "call").input).toMatchObject({
          headers: { authorization: "Bearer {{ secrets.T }}" },
          query: { key: "{{ secrets.S }}" },
        });
      }
    }
    // It did arrive, or the rest would prove nothing.
    const arrived = echo.requests.find(({ method }) => method === "POST");
    expect(arrived?.headers).toContainEqual(["authorization", `Bearer ${values.T}`]);
    expect(JSON.parse(arrived?.body ?? "")).toMatchObject({ s: values.S });
    expect(new URLSearchParams(arrived?.rawQuery).get("key")).toBe(values.S);
    expect(echo.requests.filter(({ headers }) => headers.some(([name]) => name === "x-secret"))).toEqual([]);

    // This process executes steps as well.
    const byTick = await product.begin(
      graphOf(
        [delay("pause", 0), call("call", { url: `${echo.url}/fails`, ...everything })],
        ["start -> pause", "pause -> call"],
      ),
    );
    for (let round = 0; round < 3; round++) await product.app.call("POST", "/api/tick", { body: { run_id: byTick } });
    await product.ended(byTick);
    expectNoSecret("a tick", await toldOf(byTick));

    await worker.stop(5_000);
    expect(worker.output.join("\n")).toContain("UNREADABLE");
    expectNoSecret("the worker's log", worker.output.join("\n"));
    expect(readFileSync(webLog, "utf8")).toContain("UNREADABLE");
    expectNoSecret("the web process's log", readFileSync(webLog, "utf8"));
    expectNoSecret("the database", await tablesAsText(product.db));
    const secrets = await product.db.secret.findMany({ where: { key: { in: ["S", "T"] } } });
    expect(secrets.map(({ ciphertext }) => ciphertext.slice(0, 6))).toEqual(["gAAAAA", "gAAAAA"]);
    worker = await product.spawnWorker();
  });

  it("elsewhere than in a request a secret is refused before anything runs", async () => {
    const draft = await createDraft(
      product.app,
      graphOf(
        [
          note("log", "{{secrets.T}}"),
          condition("check", 'secrets.T == "x"'),
          condition("template", "{{secrets.T}} == 1"),
          delay("pause", "{{secrets.T}}"),
        ],
        ["start -> log", "log -> check", "check -true-> template", "template -true-> pause"],
      ),
    );
    const answer = await product.app.call<ErrorBody>("POST", `/api/workflows/${draft.id}/activate`);
    expect(refusal(answer)).toEqual({ status: 422, code: "validation_error" });
    const details = answer.body.error.details as { node_id: string; message: string }[];
    expect(details.map(({ node_id }) => node_id).sort()).toEqual(["check", "log", "pause", "template"]);
    expectNoSecret("the refusal", answer.text);
  });
});
