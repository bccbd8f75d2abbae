import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { cleanUp } from "@/nodes/testing/cleanup";
import { type RecordedRequest, startEcho } from "@/nodes/testing/servers";
import strings from "../../fixtures/naughty-strings.json";
import { messageIn, outputIn, type Product, startProduct } from "../../support/product";
import { call, chainOf, graphOf, note } from "../../support/product-graphs";
import { createActive, triggerRun } from "../services/client";

vi.setConfig({ testTimeout: 120_000 });

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  await product.work();
});
afterAll(() => product.close());
afterEach(async () => {
  await cleanUp();
  await product.expectSound();
});

/** As many as their headers and queries fit into one request. */
const batchSize = 40;

/** Control characters may stand in no header, and blanks around a value are not part of it. */
const fitsHeader = (text: string): boolean =>
  !Array.from(text).some((character) => (character < " " && character !== "\t") || character === "\u007f") &&
  !/^[ \t]|[ \t]$/.test(text);

const indexes = Array.from({ length: batchSize }, (_, index) => index);
const rows = (name: string, template: (index: number) => string) =>
  Object.fromEntries(indexes.map((index) => [`${name}${index}`, template(index)]));

/** What a server that knows nothing of us reads out of a request. */
function readRequest({ body, rawQuery, headers }: RecordedRequest) {
  const values = new Map(headers.map(([name, value]) => [name, Buffer.from(value, "latin1").toString("utf8")]));
  const query = new URLSearchParams(rawQuery);
  return {
    body: JSON.parse(body) as unknown,
    query: indexes.map((index) => query.get(`q${index}`)),
    headers: indexes.map((index) => values.get(`x-${index}`)),
  };
}

it("naughty-strings: each comes through payload, templates, requests, answers and logs to the letter", async () => {
  const echo = await startEcho((_request, response, recorded) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(readRequest(recorded))),
  );
  const workflow = await createActive(
    product.app,
    chainOf(
      call("call", {
        method: "POST",
        url: echo.url,
        headers: rows("x-", (index) => `{{trigger.headers[${index}]}}`),
        query: rows("q", (index) => `{{trigger.items[${index}]}}`),
        body: { bare: indexes.map((index) => `{{trigger.items[${index}]}}`), all: "{{trigger.items}}" },
      }),
      call("text", {
        method: "POST",
        url: echo.url,
        body: `{${indexes.map((index) => `"s${index}": "<{{trigger.items[${index}]}}>"`).join(", ")}}`,
      }),
      note("bare", "{{steps.call.output.body.body.bare}}"),
      note(
        "within",
        indexes.map((index) => `<{{steps.call.output.body.body.bare[${index}]}}>`),
      ),
    ),
  );
  const batches = Array.from({ length: Math.ceil(strings.length / batchSize) }, (_, batch) =>
    indexes.map((index) => strings[batch * batchSize + index] ?? ""),
  );
  expect(batches.flat().slice(0, strings.length)).toEqual(strings);
  const runs = await Promise.all(
    batches.map(async (items) => {
      const headers = items.map((item) => (fitsHeader(item) ? item : ""));
      return { items, headers, id: await triggerRun(product.app, workflow.id, { items, headers }) };
    }),
  );
  expect(runs.flatMap(({ headers }) => headers).filter((header) => header !== "").length).toBeGreaterThan(450);
  for (const { items, headers, id } of runs) {
    const run = await product.ended(id);
    expect(run.error).toBeNull();
    const within = items.map((item) => `<${item}>`);
    expect(run.input).toEqual({ items, headers });
    expect(outputIn(run, "call")).toMatchObject({ body: { body: { bare: items, all: items }, query: items, headers } });
    expect(outputIn(run, "text")).toMatchObject({
      body: { body: Object.fromEntries(within.map((text, index) => [`s${index}`, text])) },
    });
    expect(messageIn(run, "bare")).toEqual(items);
    expect(messageIn(run, "within")).toEqual(within);
  }
});

it("naughty-strings: each is kept as the name of a node", async () => {
  const names = strings.filter((text) => text.length <= 200);
  const nodes = names.map((name, index) => ({ ...note(`n${index}`, "x"), name }));
  const run = await product.run(
    graphOf(
      nodes,
      nodes.map(({ id }) => `start -> ${id}`),
    ),
  );
  expect(run.status).toBe("succeeded");
  const shown = new Map(run.steps.map(({ node_id, name }) => [node_id, name]));
  expect(nodes.map(({ id }) => shown.get(id) ?? "")).toEqual(names);
});

it("naughty-strings: each is kept in the errors that tell of it", async () => {
  const status = await startEcho((_request, response) =>
    response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(strings)),
  );
  const failed = await product.run(chainOf(call("call", { url: status.url, max_attempts: 1 })));
  expect(failed.steps.at(-1)?.error).toMatchObject({ code: "http_status", details: { body: strings } });

  const names = strings.filter((text) => text.length <= 100);
  const nodes = names.map((_, index) => note(`n${index}`, `{{ trigger.names[${index}].missing }}`));
  const edges = nodes.map(({ id }) => `start -> ${id}`);
  const run = await product.run(graphOf(nodes, edges), { names });
  const errors = run.steps.filter(({ error }) => error !== null).map(({ error }) => error);
  expect(errors).toHaveLength(names.length);
  for (const error of errors) expect(error?.code).toMatch(/^[a-z_]+$/);
});

it("naughty-strings: each is kept as a workflow's name, found by it, or refused with a reason", async () => {
  const refused: string[] = [];
  for (const name of strings) {
    const { status, body } = await product.app.call<{ id: string; name: string }>("POST", "/api/workflows", {
      body: { name, ...chainOf(note("note", "x")) },
    });
    if (status === 422) refused.push(name);
    else expect({ status, name: body.name }).toEqual({ status: 201, name: name.trim() });
    const found = await product.app.call<{ items: { name: string }[] }>(
      "GET",
      `/api/workflows?limit=1&q=${encodeURIComponent(name.slice(0, 100).toWellFormed())}`,
    );
    expect({ name, status: found.status }).toEqual({ name, status: 200 });
  }
  // Blank ones and long ones.
  expect(refused.filter((name) => name.trim() !== "" && name.length <= 200)).toEqual([]);
});
