import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ApiMedia } from "@/contracts/api-document";
import { errorsOf, type Operation, passesDoor } from "@/contracts/operation";
import { type OperationId, operations } from "@/contracts/operations";
import { exampleWorkflowFile } from "@/contracts/operations/examples";
import { type ErrorCode, errorCodes } from "@/core/errors";
import { createActive, createDraft, type ErrorBody, getRun, triggerRun } from "./services/client";
import { type Asked, type Documented, readDocument } from "./services/documented";
import { dyingGraph, type Graph, logGraph, waitingGraph } from "./services/graphs";
import { type Answer, startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
let documented: Documented;
beforeAll(async () => {
  app = await startWebApp(
    {},
    {
      unsound: { rules: ["definitions", "workflow-versions"], because: "a test damages what is stored" },
    },
  );
  documented = await readDocument(app);
});
afterAll(() => app.close());

// Object.entries widens the keys to string; the registry has just these.
const all = Object.entries(operations) as [id: OperationId, operation: Operation][];

/** Those of accounts are asked where there are accounts: openapi-accounts.test.ts. */
const registry = all.filter(([, { tag }]) => tag !== "Accounts");

type PerOperation<Value> = Partial<Record<OperationId, Value>>;

const ask = (id: OperationId, asked?: Asked) => documented.ask(id, asked);

const refused = (answer: Answer<ErrorBody>) => answer.body.error.code;

describe("what the routes answer is what the document says", () => {
  const withBody = registry.filter(([, { body }]) => body);
  const reading = withBody.filter(([, { body }]) => body?.kind !== "anything");
  const ids = (some: typeof registry) => some.map(([id]) => id);

  it.each(ids(withBody))("%s, to a body that is too long", async (id) => {
    const answer = await ask(id, { body: " ".repeat(1_000_001) });
    expect(refused(answer)).toBe("payload_too_large");
  });

  it.each(ids(reading))("%s, to a body that it cannot read", async (id) => {
    expect(refused(await ask(id, { body: "{" }))).toBe("invalid_json");
    expect(refused(await ask(id, { body: "a=1", headers: { "content-type": "text/plain" } }))).toBe(
      "unsupported_media_type",
    );
  });

  it.each(ids(registry.filter(([, operation]) => passesDoor(operation))))("%s, to strangers", async (id) => {
    const answer = await ask(id, { headers: { "x-socket-address": "192.0.2.7" } });
    expect(answer.status).toBe(403);
  });

  it.each(ids(registry.filter(([, { errors }]) => errors.includes("not_found"))))("%s, to unknown ids", async (id) => {
    const { query, pathParameters, method }: Operation = operations[id];
    const bodies: PerOperation<object> = {
      saveWorkflow: { id: "nope", name: "x", ...logGraph() },
      tick: { run_id: "nope" },
      retryRuns: { filter: { workflow_id: "nope" } },
      cancelRuns: { filter: { workflow_id: "nope" } },
      retryDeadLetters: { workflow_id: "nope", node_id: "call", error_key: "http_status: no" },
    };
    const asked = bodies[id];
    const answer = await ask(id, {
      ...(query && !pathParameters ? { query: "?workflow_id=nope" } : {}),
      ...(asked && method === "POST" ? { body: asked } : {}),
    });
    expect(refused(answer)).toBe("not_found");
  });

  it.each(ids(registry.filter(([, { query }]) => query)))("%s, to a query that does not fit", async (id) => {
    expect((await ask(id, { query: "?limit=0&status=1" })).status).toBe(422);
  });

  it("to what the state of a workflow or an input does not allow", async () => {
    const invalid = await createDraft(app, { nodes: [{ id: "a", type: "log", config: {} }], edges: [] });
    const active = await createActive(app, logGraph());
    const archived = await createDraft(app, logGraph());
    await ask("archiveWorkflow", { variable: archived.id });
    const draft = await createDraft(app, logGraph());
    const cycle = [{ source: "note", target: "note" }];
    const broken = await createDraft(app, logGraph());
    // No route saves it: an older release might have.
    await app.db
      .$executeRaw`UPDATE workflow_version SET definition = ${JSON.stringify({ ...logGraph(), edges: cycle })}::json
      WHERE workflow_id = ${broken.id}::uuid`;
    const damaged = await createDraft(app, logGraph());
    await app.db.$executeRaw`UPDATE workflow_version SET definition = ${`${"[".repeat(200)}${"]".repeat(200)}`}::json
      WHERE workflow_id = ${damaged.id}::uuid`;
    const versionless = await createDraft(app, logGraph());
    await app.db.$executeRaw`UPDATE workflow SET status = 'active' WHERE id = ${versionless.id}::uuid`;
    const save = (body: object) => ask("saveWorkflow", { body: { name: "x", ...logGraph(), ...body } });
    const key = { headers: { "idempotency-key": "k" }, variable: active.id };
    await ask("triggerWorkflow", { ...key, body: 1 });
    const answers: [ErrorCode, Answer<ErrorBody>][] = [
      ["validation_error", await save({ name: "" })],
      ["cycle_detected", await save({ edges: cycle })],
      ["not_draft", await save({ id: active.id })],
      ["stale_update", await save({ id: draft.id, expected_updated_at: "2026-01-31T09:30:00Z" })],
      ["validation_error", await ask("activateWorkflow", { variable: invalid.id })],
      ["cycle_detected", await ask("activateWorkflow", { variable: broken.id })],
      ["already_active", await ask("activateWorkflow", { variable: active.id })],
      ["not_draft", await ask("activateWorkflow", { variable: archived.id })],
      ["validation_error", await ask("importWorkflow", { body: { ...exampleWorkflowFile, name: "" } })],
      ["cycle_detected", await ask("importWorkflow", { body: { ...exampleWorkflowFile, edges: cycle } })],
      ["conflict", await ask("archiveWorkflow", { variable: archived.id })],
      ["conflict", await ask("restoreWorkflow", { variable: draft.id })],
      ["conflict", await ask("getWorkflow", { variable: damaged.id })],
      ["conflict", await ask("activateWorkflow", { variable: damaged.id })],
      ["conflict", await ask("duplicateWorkflow", { variable: damaged.id })],
      ["conflict", await ask("exportWorkflow", { variable: damaged.id })],
      ["conflict", await ask("triggerWorkflow", { variable: versionless.id })],
      ["not_active", await ask("triggerWorkflow", { variable: draft.id })],
      ["idempotency_conflict", await ask("triggerWorkflow", { ...key, body: 2 })],
      ["validation_error", await ask("triggerWorkflow", { ...key, headers: { "idempotency-key": "" } })],
      ["conflict", await ask("testRunWorkflow", { variable: archived.id })],
      ["validation_error", await ask("testRunWorkflow", { variable: invalid.id })],
      ["cycle_detected", await ask("testRunWorkflow", { variable: broken.id })],
      ["validation_error", await ask("tick", { body: [] })],
      ["validation_error", await ask("retryRuns", { body: {} })],
      ["validation_error", await ask("cancelRuns", { body: { filter: { workflow: active.id } } })],
      ["validation_error", await ask("retryDeadLetters", { body: { workflow_id: active.id } })],
      ["validation_error", await ask("setSecret", { body: { key: "lower", value: "" } })],
    ];
    expect(answers.map(([, answer]) => refused(answer))).toEqual(answers.map(([code]) => code));
    expect((await ask("triggerWorkflow", { ...key, body: 1 })).status).toBe(200);
    await ask("setSecret", { body: { key: "TWICE", value: "a" } });
    expect((await ask("setSecret", { body: { key: "TWICE", value: "b" } })).status).toBe(200);
  });

  it("to what the state of a run does not allow", async () => {
    const { id } = await createActive(app, logGraph());
    const variable = await triggerRun(app, id);
    expect(refused(await ask("retryRun", { variable }))).toBe("run_not_failed");
    expect(refused(await ask("cancelRun", { variable }))).toBe("run_finished");
  });

  it("when the database is not as it should be, or does not answer", async () => {
    const tables = ["workflow", "run", "step_execution", "secret"];
    const rename = async (from: string, to: string) => {
      for (const table of tables) await app.db.$executeRawUnsafe(`ALTER TABLE ${table}${from} RENAME TO ${table}${to}`);
    };
    await rename("", "_away");
    const variable = "01980000-0000-7000-8000-00000000ffff";
    const bodies: PerOperation<object> = {
      saveWorkflow: { name: "x", ...logGraph() },
      importWorkflow: { ...exampleWorkflowFile },
      setSecret: { key: "A", value: "b" },
      retryRuns: { ids: [variable] },
      cancelRuns: { ids: [variable] },
      retryDeadLetters: { workflow_id: variable, node_id: "call", error_key: "http_status: no" },
    };
    try {
      for (const [id, { needs, query, path: route }] of registry) {
        if (!needs.includes("database") || id === "getReadiness") continue;
        const body = bodies[id];
        const name = route.startsWith("/api/secrets/") ? "A" : id === "getStep" ? "1" : variable;
        const asked = { variable: name, ...(body ? { body } : {}) };
        expect(refused(await ask(id, asked)), `${id} ${query}`).toBe("internal_error");
      }
    } finally {
      await rename("_away", "");
    }
    const { webProcess } = await import("@/server/web-process");
    const gone = vi.spyOn(webProcess().db, "$queryRaw").mockRejectedValue(new Error("connect ECONNREFUSED"));
    expect(refused(await ask("getReadiness"))).toBe("unavailable");
    gone.mockRestore();
  });

  it("to methods that a route does not have", async () => {
    const { status, headers, body } = await app.call<ErrorBody>("PUT", "/api/runs");
    const { MethodNotAllowedError: response } = documented.document.components.responses;
    expect(status).toBe(405);
    expect(Object.keys(response?.headers ?? {}).filter((name) => !headers.has(name))).toEqual([]);
    expect(documented.misfits(response?.content?.["application/json"]?.schema ?? {}, body)).toBeNull();
  });
});

it("would be told of a field that is missing, one too many, or of a wrong form", () => {
  const secret = {
    key: "A",
    hosts: [],
    created_at: "2026-01-31T09:30:00.000Z",
    updated_at: "2026-01-31T09:30:00.000Z",
  };
  const schema = { $ref: "#/components/schemas/Secret" };
  expect(documented.misfits(schema, { ...secret, readable: true })).toBeNull();
  for (const wrong of [secret, { ...secret, readable: true, value: "x" }, { ...secret, readable: "yes" }]) {
    expect(documented.misfits(schema, wrong)).not.toBeNull();
  }
  expect(documented.misfits(schema, { ...secret, readable: true, created_at: "2026-01-31" })).not.toBeNull();
});

describe("the examples", () => {
  /** Values for the variables whose examples no seed can make. */
  async function runFor(id: OperationId): Promise<string> {
    const graphs: PerOperation<Graph> = { retryRun: dyingGraph, cancelRun: waitingGraph };
    const graph = graphs[id] ?? logGraph();
    const runId = await triggerRun(app, (await createActive(app, graph)).id, { amount: 1 });
    return id === "getStep" ? ((await getRun(app, runId)).steps[0]?.id ?? "") : runId;
  }

  it("fit their schemas", () => {
    const medias = registry.flatMap(([id, operation]): [string, ApiMedia][] => {
      const statuses = [
        ...Object.keys(operation.answers),
        ...errorsOf(operation).map((code) => errorCodes[code].status),
      ];
      const contents = [
        documented.operationOf(id).requestBody?.content,
        ...statuses.map((status) => documented.responseOf(id, Number(status))?.content),
      ];
      return contents.flatMap((content) =>
        Object.values(content ?? {}).map((media): [string, ApiMedia] => [id, media]),
      );
    });
    expect(medias.length).toBeGreaterThan(100);
    const wrong = medias.flatMap(([id, { schema, examples = {} }]) =>
      Object.values(examples)
        .flatMap(({ value }) => documented.misfits(schema, value) ?? [])
        .map((misfit) => [id, misfit]),
    );
    expect(wrong).toEqual([]);
  });

  it("work one after the other, on what the seed makes", async () => {
    await promisify(execFile)(process.execPath, ["--import", "tsx", "prisma/seed.ts"], { env: process.env });
    for (const [id, { body, pathParameters, headers = {} }] of registry) {
      const values = Object.values(pathParameters?.examples ?? {});
      const variable = pathParameters ? (values[0] ?? (await runFor(id))) : undefined;
      const examples = body?.kind === "json" ? Object.values(body.examples).map(({ value }) => value) : [undefined];
      for (const [index, example] of examples.entries()) {
        // A key belongs to one payload.
        const sent = index === 0 ? Object.entries(headers).map(([name, header]) => [name, header.example]) : [];
        const answer = await ask(id, {
          ...(variable === undefined ? {} : { variable }),
          ...(example === undefined ? {} : { body: example }),
          headers: Object.fromEntries(sent),
        });
        expect(answer.status, `${id}: ${answer.text}`).toBeLessThan(300);
      }
    }
  });

  it("and the requests before have brought about every answer that is documented, but those that only chance brings", () => {
    const told = registry.flatMap(([id, operation]) => [
      ...Object.keys(operation.answers)
        .filter((status) => status !== "default")
        .map((status) => `${id} ${status}`),
      ...errorsOf(operation)
        .map((code) => (operation.method === "HEAD" ? errorCodes[code].status : code))
        .map((answer) => `${id} ${answer}`),
    ]);
    // A machine that serves itself only has no rate limits (tests/security/rate-limits.test.ts), and asks nobody who they are.
    const byChance =
      /^\w+ (rate_limited|unauthorized)$|^echoHead 429$|^(?!getReadiness)\w+ unavailable$|^(echo\w+|getOpenApi|getReadiness) (internal_error|500)$|^setSecret conflict$/;
    expect(told.filter((answer) => !documented.seen.has(answer) && !byChance.test(answer))).toEqual([]);
  });
});
