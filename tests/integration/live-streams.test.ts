import { randomUUID } from "node:crypto";
import { TRPCError } from "@trpc/server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RunOverview } from "@/contracts/run-view";
import { AppError } from "@/core/errors";
import { readRunTokens } from "@/db/run-changes";
import { cancelRun } from "@/engine/cancel";
import type { EngineContext } from "@/engine/context";
import { silentLog } from "@/engine/log";
import { LiveFeed } from "@/server/live/live-feed";
import { RunWatch } from "@/server/live/run-watch";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createTestEngine, start } from "../support/engine";
import { claimSteps, createGraph, type Workflow } from "../support/executing";
import { until } from "../support/until";

let database: TestDatabase;
let engine: EngineContext;
let workflow: Workflow;
beforeAll(async () => {
  database = await createTestDatabase();
  engine = createTestEngine(database.db);
  workflow = await createGraph(engine, [{ id: "call" }], ["start -> call"]);
});
afterAll(() => database.drop());

let feed: LiveFeed;
let pages: AbortController[];
beforeEach(() => {
  feed = new LiveFeed({ db: database.db, log: silentLog });
  pages = [];
});
/** Whatever a test did, nothing goes on once its pages are closed. */
afterEach(async () => {
  for (const page of pages) page.abort();
  await until("nobody follows anything", () => feed.watch.state.streams === 0);
  expect(feed.watch.state).toEqual({ topics: 0, streams: 0, active: false });
});

interface Page<Data> {
  events: { id: string; data: Data }[];
  ended: Promise<unknown>;
  close(): void;
}

/** What an open page receives. */
function open<Data>(stream: (signal: AbortSignal) => AsyncIterable<readonly [string, Data, symbol]>): Page<Data> {
  const controller = new AbortController();
  pages.push(controller);
  const events: Page<Data>["events"] = [];
  const read = async () => {
    for await (const [id, data] of stream(controller.signal)) events.push({ id, data });
  };
  const ended = read().then(
    () => "ended",
    (error: unknown) => error,
  );
  return { events, ended, close: () => controller.abort() };
}

const openRun = (id: string, lastEventId?: string, of = feed): Page<RunOverview> =>
  open((signal) => of.run({ db: database.db, actor: "test" }, id, { lastEventId, signal }));
const openList = (): Page<null> => open((signal) => feed.runs({ signal }));

const statusOf = (page: Page<RunOverview>) => page.events.at(-1)?.data.status;
const stepOf = (page: Page<RunOverview>) =>
  page.events.at(-1)?.data.steps.find(({ node_id }) => node_id === "call")?.status;
const workerId = randomUUID();

describe("a page of a run", () => {
  it("receives the run as it is, and again after each change", async () => {
    const { id } = await start(engine, workflow);
    const page = openRun(id);
    await until("the run as it is", () => stepOf(page) === "pending");
    await claimSteps(engine, id, { workerId });
    await until("the claim", () => stepOf(page) === "running");
    await cancelRun(engine, { runId: id, actor: "test" });
    await until("the cancellation", () => statusOf(page) === "cancelled" && stepOf(page) === "cancelled");
    expect(new Set(page.events.map((event) => event.id)).size).toBe(page.events.length);
  });

  it("that comes back hears of what it missed, at once, and nothing if it missed nothing", async () => {
    const { id } = await start(engine, workflow);
    const first = openRun(id);
    const seen = await until("its first event", () => first.events[0]?.id);
    first.close();
    expect(await first.ended).toBe("ended");
    // Another process may serve it then.
    const elsewhere = new LiveFeed({ db: database.db, log: silentLog });
    const unchanged = openRun(id, seen, elsewhere);
    const behind = openRun(id, "a state of long ago", elsewhere);
    await until("what the other missed", () => behind.events.length === 1);
    expect(unchanged.events).toEqual([]);
    await cancelRun(engine, { runId: id, actor: "test" });
    await until("the change", () => statusOf(unchanged) === "cancelled");
    unchanged.close();
    behind.close();
    await until("both are closed", () => !elsewhere.watch.state.active);
  });

  it.each([randomUUID(), "no id"])("of a run that is not there ends with not_found: %s", async (id) => {
    expect(await openRun(id).ended).toMatchObject({ code: "NOT_FOUND", cause: { code: "not_found" } });
  });
});

it("tells a list that there is something new, and of nothing that a list does not show", async () => {
  const list = openList();
  await until("its first event", () => list.events.length === 1);
  const { id } = await start(engine, workflow);
  await until("the new run", () => list.events.length === 2);
  const page = openRun(id);
  await claimSteps(engine, id, { workerId });
  await until("the claim", () => stepOf(page) === "running");
  await cancelRun(engine, { runId: id, actor: "test" });
  await until("the cancellation", () => list.events.length > 2);
  expect(list.events).toHaveLength(3);
});

describe("many pages", () => {
  it("cost one statement at a time, whatever they show", async () => {
    const runs = await Promise.all(Array.from({ length: 10 }, () => start(engine, workflow)));
    let looks = 0;
    let underWay = 0;
    const watch = new RunWatch({
      async look(watched) {
        looks++;
        expect(++underWay).toBe(1);
        const tokens = await readRunTokens(database.db, watched);
        underWay--;
        return tokens;
      },
      log: silentLog,
      intervalMs: 100,
    });
    const seen: string[] = [];
    const follow = async (id: string) => {
      const page = new AbortController();
      pages.push(page);
      for await (const token of watch.run(id, undefined, page.signal)) seen.push(String(token));
    };
    const startedAt = performance.now();
    const following = Array.from({ length: 50 }, (_, page) => follow(runs[page % 10]?.id ?? ""));
    await until("all fifty know their run's state", () => seen.length === 50);
    await cancelRun(engine, { runId: runs[0]?.id ?? "", actor: "test" });
    await until("the five that show it hear of the change", () => seen.length === 55);
    // A look every 100 ms, however many pages there are.
    expect(looks).toBeLessThanOrEqual((performance.now() - startedAt) / 100 + 2);
    expect(watch.state).toMatchObject({ topics: 10, streams: 50 });
    for (const page of pages) page.abort();
    await Promise.all(following);
    expect(watch.state).toEqual({ topics: 0, streams: 0, active: false });
    const after = looks;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(looks).toBe(after);
  });

  it("that show one run share the reading of it", async () => {
    const { id } = await start(engine, workflow);
    const shared = Array.from({ length: 20 }, () => openRun(id));
    await until("all have it", () => shared.every((page) => page.events.length === 1));
    await cancelRun(engine, { runId: id, actor: "test" });
    await until("all have the change", () => shared.every((page) => statusOf(page) === "cancelled"));
    // The very object: it was read once.
    expect(new Set(shared.map((page) => page.events.at(-1)?.data)).size).toBe(1);
  });
});

describe("when the process stops", () => {
  it("all streams fail as unavailable, so that clients ask again, and so do new ones", async () => {
    const { id } = await start(engine, workflow);
    const page = openRun(id);
    const list = openList();
    await until("both are followed", () => page.events.length + list.events.length === 2);
    feed.watch.stop();
    for (const ended of [page.ended, list.ended, openRun(id).ended]) {
      const error = await ended;
      expect(error).toBeInstanceOf(TRPCError);
      expect(error).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    }
  });
});

it("goes on when the database was away, and says so once", async () => {
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (_: object, message: string) => void warnings.push(message) };
  let down = false;
  const watch = new RunWatch({
    look: (watched) =>
      down ? Promise.reject(new AppError("unavailable", "away")) : readRunTokens(database.db, watched),
    log,
    intervalMs: 10,
  });
  const { id } = await start(engine, workflow);
  const stop = new AbortController();
  const tokens = watch.run(id, undefined, stop.signal);
  const first = (await tokens.next()).value;
  down = true;
  await until("it was noticed", () => warnings.length > 0);
  await cancelRun(engine, { runId: id, actor: "test" });
  await new Promise((resolve) => setTimeout(resolve, 100));
  down = false;
  expect((await tokens.next()).value).not.toBe(first);
  expect(warnings).toHaveLength(1);
  stop.abort();
  await tokens.return();
});
