import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { maximumJsonDepth, maximumJsonParts, parseJson } from "@/core/json";
import { claim } from "@/engine/claim";
import type { EngineContext } from "@/engine/context";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createRunner, createTestEngine, type Effect, start } from "../support/engine";
import { createGraph } from "../support/executing";
import { type InProcessWorker, startInProcessWorker } from "../support/in-process-worker";
import { readStep, readSteps, runEnded } from "../support/rows";
import { until } from "../support/until";

vi.setConfig({ testTimeout: 60_000 });

/** Values of megabytes: they come through whole, and a worker takes on no more of them than it has room for. */
let database: TestDatabase;
let engine: EngineContext;
let worker: InProcessWorker | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
  engine = createTestEngine(database.db);
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});
afterAll(() => database.drop());

const megabytes = (count: number): string => "x".repeat(count * 1024 * 1024);

/** Executions that wait for the test, and how many there were at once. */
class Crowd {
  readonly #waiting: (() => void)[] = [];
  most = 0;
  came = 0;

  readonly effect: Effect = async ({ signal }) => {
    this.came++;
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push(resolve);
      this.most = Math.max(this.most, this.#waiting.length);
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    return { kind: "done", output: { status: 200, headers: {}, body: null } };
  };

  letOneGo(): void {
    this.#waiting.shift()?.();
  }
}

const sendPayload = { config: { url: "http://127.0.0.1/", method: "POST", body: "{{ trigger.text }}" } };

describe("large values", () => {
  it("are read by steps of their own, and come through whole", async () => {
    const answer = { status: 200, headers: {}, body: { text: megabytes(2), exact: "kept" } };
    const bodies: unknown[] = [];
    worker = startInProcessWorker(database.url, ({ config }) => {
      bodies.push(config.body);
      return { kind: "done", output: answer };
    });
    const body = "{{ steps.first.output.body.text }}";
    const workflow = await createGraph(
      engine,
      [
        { id: "first", ...sendPayload },
        { id: "fine", type: "condition", config: { expression: "{{ steps.first.output.status }} == 200" } },
        { id: "note", type: "log", config: { message: body } },
        { id: "second", config: { url: "http://127.0.0.1/", method: "POST", body } },
        { id: "short", type: "log", config: { message: "{{ steps.second.output.body.exact }}" } },
      ],
      ["start -> first", "first -> fine", "fine -true-> note", "note -> second", "second -> short"],
    );
    const payload = { text: `payload ${megabytes(1)}` };
    const run = await start(engine, workflow, payload);
    expect(await runEnded(database.db, run.id)).toBe("succeeded");
    expect(bodies).toEqual([payload.text, answer.body.text]);
    const steps = await readSteps(database.db, run.id);
    const claims = Object.fromEntries(steps.map(({ node_id, claim_number }) => [node_id, Number(claim_number)]));
    // Small results go along with their predecessor's; the long one was written by itself.
    expect(claims).toMatchObject({ first: 1, fine: 0, note: 1, second: 1, short: 0 });
    const note = steps.find(({ node_id }) => node_id === "note");
    expect(JSON.parse(note?.output ?? "")).toEqual({ message: answer.body.text, level: "info" });
  });

  it.each([
    ["deep", `${"[".repeat(maximumJsonDepth)}${"]".repeat(maximumJsonDepth)}`],
    ["many", `[${"{},".repeat(maximumJsonParts - 2)}{}]`],
  ])("as %s as an answer may be are read again by later steps, as parts of an output", async (_, body) => {
    const seen: unknown[] = [];
    worker = startInProcessWorker(database.url, ({ config }) => {
      seen.push(config.body);
      return { kind: "done", output: { status: 200, headers: {}, body: parseJson(body) } };
    });
    const second = { url: "http://127.0.0.1/", method: "POST", body: "{{ steps.first.output.status }}" };
    const workflow = await createGraph(
      engine,
      [{ id: "first" }, { id: "second", config: second }],
      ["start -> first", "first -> second"],
    );
    const run = await start(engine, workflow);
    expect(await runEnded(database.db, run.id)).toBe("succeeded");
    expect(seen).toEqual([undefined, 200]);
  });

  it("are taken on only as far as there is room, one after the other", async () => {
    const crowd = new Crowd();
    worker = startInProcessWorker(database.url, crowd.effect, { concurrency: 20 });
    const workflow = await createGraph(engine, [{ id: "call", ...sendPayload }], ["start -> call"]);
    const runs = [];
    for (let count = 0; count < 4; count++) runs.push(await start(engine, workflow, { text: megabytes(3) }));
    for (let gone = 0; gone < runs.length; gone++) {
      await until("the next ones have begun", () => crowd.came >= Math.min(gone + 2, runs.length));
      await until("every step is claimed", () => worker?.runner.active === runs.length - gone);
      crowd.letOneGo();
    }
    for (const { id } of runs) expect(await runEnded(database.db, id)).toBe("succeeded");
    // Each is counted with 9 MB of 24.
    expect(crowd.most).toBe(2);
  });

  it("do not keep small steps waiting, and go back unburnt when the worker stops", async () => {
    const crowd = new Crowd();
    worker = startInProcessWorker(database.url, crowd.effect, { concurrency: 20 });
    const large = await createGraph(engine, [{ id: "call", ...sendPayload }], ["start -> call"]);
    const runs = [];
    for (let count = 0; count < 3; count++) runs.push(await start(engine, large, { text: megabytes(3) }));
    await until("two have begun", () => crowd.came === 2 && worker?.runner.active === 3);
    const small = await createGraph(engine, [{ id: "call" }], ["start -> call"]);
    await start(engine, small);
    await until("the small one has begun", () => crowd.came === 3);
    await worker.stop(0);
    worker = undefined;
    for (const { id } of runs) {
      expect(await readStep(database.db, id, "call")).toMatchObject({ status: "pending", attempt: 0, attempts: [] });
    }
  });

  it("longer than can be stored kill their step, in words", async () => {
    worker = startInProcessWorker(database.url, () => ({ kind: "done", output: "\n".repeat(10 * 1024 * 1024) }));
    const run = await start(engine, await createGraph(engine, [{ id: "call" }], ["start -> call"]));
    expect(await runEnded(database.db, run.id)).toBe("failed");
    const step = await readStep(database.db, run.id, "call");
    expect(JSON.parse(step?.error ?? "")).toEqual({
      code: "output_too_large",
      message: "The step's output takes 20 MB as JSON; at most 16 MB can be stored.",
      details: null,
    });
    expect(step?.attempt).toBe(1);
  });

  it("in an error are left out, and the error says so", async () => {
    const error = { code: "http_status", message: "It answered 500.", details: "\n".repeat(10 * 1024 * 1024) };
    worker = startInProcessWorker(database.url, () => ({ kind: "dead", error }));
    const run = await start(engine, await createGraph(engine, [{ id: "call" }], ["start -> call"]));
    expect(await runEnded(database.db, run.id)).toBe("failed");
    expect(JSON.parse((await readStep(database.db, run.id, "call"))?.error ?? "")).toEqual({
      code: "http_status",
      message: "It answered 500. Its details are too long to be kept.",
      details: null,
    });
  });

  it("are not part of what a claim brings", async () => {
    const workerId = randomUUID();
    const workflow = await createGraph(engine, [{ id: "call", ...sendPayload }], ["start -> call"]);
    const run = await start(engine, workflow, { text: megabytes(1) });
    const [step] = await claim(engine, { workerId, limit: 1, leaseMs: 60_000, runId: run.id });
    expect(step).toMatchObject({ payload: null, payloadBytes: JSON.stringify({ text: megabytes(1) }).length });
    const runner = createRunner(engine, { workerId });
    runner.run(step ? [step] : [], performance.now());
    await runner.idle();
    runner.stop();
    expect(await runEnded(database.db, run.id)).toBe("succeeded");
  });
});
