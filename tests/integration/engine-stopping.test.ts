import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EngineContext } from "@/engine/context";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createTestEngine, start } from "../support/engine";
import { createChain, createGraph, waitingBackend } from "../support/executing";
import { type InProcessWorker, startInProcessWorker, WatchedEffect } from "../support/in-process-worker";
import { readRun, readStep, runEnded } from "../support/rows";
import { until } from "../support/until";

vi.setConfig({ testTimeout: 60_000 });

/** A worker that stops in the middle of a step: nothing is lost, nothing done twice, and no try is charged. */
let database: TestDatabase;
let engine: EngineContext;
let worker: InProcessWorker | undefined;
let other: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase();
  engine = createTestEngine(database.db);
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await other.end();
  await database.drop();
});

const chain = () => createChain(engine);

describe("stopping", () => {
  it("keeps what was done at the very moment, and does not do it again", async () => {
    let answer: (() => void) | undefined;
    let calls = 0;
    worker = startInProcessWorker(database.url, async () => {
      calls++;
      // This effect does not listen to its signal.
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { kind: "done", output: { status: 200, headers: {}, body: null } };
    });
    const run = await start(engine, await createGraph(engine, [{ id: "call" }], ["start -> call"]));
    await until("the step is executed", () => calls === 1);
    const stopped = worker.stop(0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    answer?.();
    await stopped;
    worker = undefined;
    expect(await readRun(database.db, run.id)).toMatchObject({ status: "succeeded" });
  });

  it("gives a running step back unburnt", async () => {
    const watched = new WatchedEffect("first");
    worker = startInProcessWorker(database.url, watched.effect);
    const run = await start(engine, await chain());
    await until("the first step is executed", () => watched.calls.length === 1);
    await worker.stop(0);
    worker = undefined;
    expect(watched.aborted).toEqual(["first"]);
    expect(await readStep(database.db, run.id, "first")).toMatchObject({ status: "pending", attempt: 0, attempts: [] });
    worker = startInProcessWorker(database.url, new WatchedEffect().effect);
    expect(await runEnded(database.db, run.id)).toBe("succeeded");
  });

  it("does not begin with a successor that is granted only then", async () => {
    const watched = new WatchedEffect("first", "second");
    worker = startInProcessWorker(database.url, watched.effect);
    const run = await start(engine, await chain());
    await until("the first step is executed", () => watched.calls.length === 1);
    await other.query("BEGIN");
    await other.query("SELECT FROM run WHERE id = $1 FOR UPDATE", [run.id]);
    watched.release("first");
    await waitingBackend(other);
    const stopped = worker.stop(0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await other.query("COMMIT");
    await stopped;
    worker = undefined;
    expect(watched.calls).toEqual(["first"]);
    expect(await readStep(database.db, run.id, "second")).toMatchObject({
      status: "pending",
      attempt: 0,
      locked_by: null,
    });
    worker = startInProcessWorker(database.url, new WatchedEffect().effect);
    expect(await runEnded(database.db, run.id)).toBe("succeeded");
  });
});
