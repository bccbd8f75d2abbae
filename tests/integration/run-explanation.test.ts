import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RunExplanation } from "@/contracts/explanation";
import { claim } from "@/engine/claim";
import { createEngineClient } from "@/trpc/vanilla";
import { call, chainOf, condition, delay, type GraphNode, graphOf, note } from "../support/product-graphs";
import { createActive, type ErrorBody, triggerRun } from "./services/client";
import type { Graph } from "./services/graphs";
import { origin, startWebApp, type WebApp } from "./services/web-app";

/* Why a run stands where it stands, in every state that it can be in. Workers are rows here, and claims are made by hand. */

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());
/** What earlier tests left would be in the queue before a test's own steps. */
beforeEach(async () => {
  await app.db.$executeRaw`DELETE FROM worker`;
  for (const { id } of await app.db.run.findMany({ where: { status: { in: ["pending", "running"] } } })) {
    expect((await app.call("POST", `/api/runs/${id}/cancel`)).status).toBe(202);
  }
});

const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const sentence = (message: string) => message.replaceAll(time, "T");

/** The explanation over REST, which is that of tRPC too. */
async function explain(runId: string): Promise<RunExplanation> {
  const engine = createEngineClient(origin, {
    async fetch(input, init) {
      const { status, text, headers } = await app.send(new Request(input, init));
      return new Response(text, { status, headers });
    },
  });
  const answer = await app.call<RunExplanation>("GET", `/api/runs/${runId}/explanation`);
  if (answer.status !== 200) throw new Error(answer.text);
  const { at: _at, ...typed } = await engine.runs.explanation.query({ id: runId });
  const { at: _other, ...rest } = answer.body;
  expect(typed).toEqual(rest);
  return answer.body;
}

async function begin(graph: Graph, payload: unknown = {}): Promise<string> {
  return triggerRun(app, (await createActive(app, graph)).id, payload);
}

async function tick(runId: string): Promise<void> {
  const answer = await app.call("POST", "/api/tick", { body: { run_id: runId } });
  expect(answer.status).toBe(200);
}

async function nodeOf(runId: string, nodeId: string) {
  const node = (await explain(runId)).nodes.find(({ node_id }) => node_id === nodeId);
  if (!node) throw new Error(`nothing is said of ${nodeId}`);
  return { ...node, message: sentence(node.message) };
}

async function addWorker(draining = false) {
  const worker = { id: randomUUID(), host: "box", pid: 4711, version: "1", draining };
  await app.db.worker.create({ data: worker });
  return worker;
}

const joinAll = (id: string): GraphNode => ({ ...note(id, "joined"), join: "all" });
const waiting = chainOf(delay("pause", 3_600), note("after", "done"));
const deadNote = note("broken", "{{ trigger.missing }}");

describe("a step that is due", () => {
  it("has no worker", async () => {
    const runId = await begin(waiting);
    const { reason, workers } = await explain(runId);
    expect(workers).toEqual({ active: 0, stopping: 0 });
    expect(reason).toMatchObject({ code: "no_worker", node_id: "pause", until: null, since: expect.any(String) });
    expect(sentence(reason.message)).toBe(
      "“pause” has been due since T, but no worker is alive. Start one with “pnpm worker”.",
    );
    const { id } = await addWorker();
    await app.db.$executeRaw`UPDATE worker SET last_seen_at = now() - interval '1 hour' WHERE id = ${id}::uuid`;
    expect((await nodeOf(runId, "pause")).message).toBe(
      "This step has been due since T, but no worker is alive. The last sign of life was at T. Start one with “pnpm worker”.",
    );
  });

  it("has workers that are all stopping", async () => {
    const runId = await begin(waiting);
    await addWorker(true);
    expect((await explain(runId)).workers).toEqual({ active: 0, stopping: 1 });
    expect(await nodeOf(runId, "pause")).toMatchObject({
      code: "workers_stopping",
      message:
        "This step has been due since T, but every worker is stopping and claims nothing more. Start one with “pnpm worker”.",
    });
  });

  it("is queued behind others, or the next", async () => {
    const { id } = await createActive(app, waiting);
    const runIds: string[] = [];
    for (let index = 0; index < 3; index++) runIds.push(await triggerRun(app, id));
    const [first = "", , last = ""] = runIds;
    await addWorker();
    expect(await nodeOf(first, "pause")).toMatchObject({ code: "queued", ahead: 0 });
    expect(await nodeOf(last, "pause")).toMatchObject({
      code: "queued",
      ahead: 2,
      message:
        "This step has been due since T and is queued behind 2 other steps; 1 worker is alive, none of them free yet.",
    });
  });

  it("is due again after its worker was lost", async () => {
    const runId = await begin(waiting);
    await addWorker();
    await app.db.$executeRaw`
      UPDATE step_execution SET error = '{"code":"worker_lost","message":"Lost."}'::json WHERE run_id = ${runId}::uuid AND node_id = 'pause'`;
    expect((await nodeOf(runId, "pause")).message).toContain("The worker that ran it before was lost.");
  });
});

describe("a step that waits", () => {
  it("waits for its delay", async () => {
    const runId = await begin(waiting);
    await tick(runId);
    const { reason, at } = await explain(runId);
    expect(reason).toMatchObject({ code: "waiting_for_delay", node_id: "pause" });
    expect(sentence(reason.message)).toBe("“pause” waits until T, as its delay says.");
    expect(reason.message).toContain(reason.until);
    expect(Date.parse(reason.until ?? "") - Date.parse(at)).toBeGreaterThan(3_500_000);
    expect(await nodeOf(runId, "after")).toMatchObject({
      code: "not_reached",
      status: null,
      node_ids: ["pause"],
      message: "This step has not been reached yet: it comes after “pause”, which has not been done yet.",
    });
  });

  it("waits for its next try, and names the soonest of several", async () => {
    const failing = call("send", { url: `${app.stub.url}/nobody`, max_attempts: 3 });
    const runId = await begin(graphOf([failing, delay("pause", 3_600)], ["start -> send", "start -> pause"]));
    app.stub.answer((_, response) => response.writeHead(500).end());
    await tick(runId);
    const { reason } = await explain(runId);
    expect(reason).toMatchObject({ code: "waiting_for_retry", node_id: "send", until: expect.any(String) });
    expect(sentence(reason.message)).toMatch(
      /^“send” failed at attempt 1 of 3 \(http_status: .* answered 500 .*\)\. The next try is at T\. 1 other step is open too\.$/,
    );
  });
});

describe("a step that is running", () => {
  it("is held by a worker", async () => {
    const runId = await begin(waiting);
    const worker = await addWorker();
    await claim({ db: app.db }, { workerId: worker.id, limit: 1, leaseMs: 60_000, runId });
    const node = await nodeOf(runId, "pause");
    expect(node).toMatchObject({ code: "running", worker: { id: worker.id, host: "box", pid: 4711 } });
    expect(node.message).toBe(
      "This step is held by worker box, process 4711, since T, at attempt 1 of 3. The lease is renewed while the work goes on; it lasts until T.",
    );
  });

  it("is held by a tick", async () => {
    const runId = await begin(waiting);
    await claim({ db: app.db }, { workerId: randomUUID(), limit: 1, leaseMs: 60_000, runId });
    const node = await nodeOf(runId, "pause");
    expect(node).toMatchObject({ code: "running", worker: { host: null, pid: null, last_seen_at: null } });
    expect(node.message).toContain("a process that is no worker (a manual tick)");
  });

  it("is held by a worker that gives no sign of life", async () => {
    const runId = await begin(waiting);
    const lost = await addWorker();
    await claim({ db: app.db }, { workerId: lost.id, limit: 1, leaseMs: 60_000, runId });
    await app.db
      .$executeRaw`UPDATE step_execution SET lease_expires_at = now() - interval '5 s' WHERE run_id = ${runId}::uuid AND status = 'running'`;
    await app.db.$executeRaw`UPDATE worker SET last_seen_at = now() - interval '1 minute'`;
    const alone = await nodeOf(runId, "pause");
    expect(alone.code).toBe("lease_expired");
    expect(alone.message).toContain(
      "the lease ended at T without a sign of life. No worker is alive to take the step back.",
    );
    await addWorker();
    expect((await nodeOf(runId, "pause")).message).toContain("Another worker takes the step back within seconds.");
  });
});

describe("a join of all branches", () => {
  it("waits for the branches that are missing", async () => {
    const runId = await begin(
      graphOf(
        [delay("slow", 3_600), note("quick", "x"), joinAll("join")],
        ["start -> slow", "start -> quick", "slow -> join", "quick -> join"],
      ),
    );
    await tick(runId);
    expect(await nodeOf(runId, "join")).toMatchObject({
      code: "blocked",
      status: "blocked",
      node_ids: ["slow"],
      message: "This step joins all of the 2 edges that lead to it, and waits for “slow”, which has not been done yet.",
    });
  });

  it("can never be decided when a branch is dead", async () => {
    const runId = await begin(
      graphOf(
        [deadNote, note("quick", "x"), joinAll("join"), note("after", "x")],
        ["start -> broken", "start -> quick", "broken -> join", "quick -> join", "join -> after"],
      ),
    );
    expect((await explain(runId)).reason).toMatchObject({ code: "failed", node_id: "broken" });
    expect(await nodeOf(runId, "join")).toMatchObject({
      code: "blocked_for_good",
      status: "blocked",
      node_ids: ["broken"],
      message:
        "This step joins all of the 2 edges that lead to it, and cannot be decided: it needs “broken”, which is dead. Only a retry of the run can go on.",
    });
    expect(await nodeOf(runId, "after")).toMatchObject({ code: "cut_off", status: null, node_ids: ["broken"] });
  });

  it("is decided by a skipped branch, which says why", async () => {
    const runId = await begin(
      graphOf(
        [condition("big", "trigger.amount > 100"), note("large", "x"), note("other", "x"), joinAll("join")],
        ["start -> big", "big -true-> large", "large -> join", "start -> other", "other -> join"],
      ),
      { amount: 1 },
    );
    await tick(runId);
    const { reason, nodes } = await explain(runId);
    expect(reason.code).toBe("succeeded");
    expect(nodes.map(({ node_id, code }) => [node_id, code])).toEqual([["large", "skipped"]]);
    expect((await nodeOf(runId, "large")).message).toBe(
      "This step was skipped: “big” chose false, and this is its branch true.",
    );
  });
});

describe("what has ended", () => {
  it("did not run because its branch was not taken", async () => {
    const runId = await begin(
      graphOf(
        [condition("big", "trigger.amount > 100"), note("large", "x"), note("below", "x")],
        ["start -> big", "big -true-> large", "large -> below"],
      ),
      { amount: 1 },
    );
    expect((await nodeOf(runId, "large")).message).toBe(
      "This step did not run: “big” chose false, and this is its branch true.",
    );
    expect(await nodeOf(runId, "below")).toMatchObject({
      code: "not_taken",
      message: "This step did not run: “large”, which leads to it, did not run either.",
    });
  });

  it("is dead, or comes after what is dead", async () => {
    const runId = await begin(chainOf(deadNote, note("after", "x")));
    const { reason } = await explain(runId);
    expect(sentence(reason.message)).toMatch(
      /^The run failed at T: “broken” is dead \(.*missing.*\)\. A retry goes on from there\.$/,
    );
    expect((await nodeOf(runId, "broken")).message).toMatch(
      /^This step is dead: its error is of a kind that trying again cannot help \(/,
    );
    expect((await nodeOf(runId, "after")).message).toBe(
      "This step did not run: it comes after “broken”, which is dead. A retry of the run can reach it.",
    );
  });

  it("is dead after its last attempt", async () => {
    app.stub.answer((_, response) => response.writeHead(500).end());
    const runId = await begin(chainOf(call("send", { url: `${app.stub.url}/nobody`, max_attempts: 1 })));
    await tick(runId);
    expect((await nodeOf(runId, "send")).message).toMatch(
      /^This step is dead: its only attempt failed \(http_status: /,
    );
  });

  it("was cancelled, by somebody", async () => {
    const runId = await begin(waiting);
    expect((await app.call("POST", `/api/runs/${runId}/cancel`)).status).toBe(202);
    const { reason } = await explain(runId);
    expect(sentence(reason.message)).toBe("The run was cancelled at T by local.");
    expect((await nodeOf(runId, "pause")).message).toBe("This step was cancelled with the run, before it was started.");
    expect((await nodeOf(runId, "after")).message).toBe(
      "This step did not run: it comes after “pause”, which was cancelled.",
    );
  });
});

it("says so when a run is unfinished and nothing of it is open", async () => {
  const runId = await begin(waiting);
  const set = (status: string) => app.db.$executeRaw`
    UPDATE step_execution SET status = ${status}::step_status WHERE run_id = ${runId}::uuid AND node_id = 'pause'`;
  await set("succeeded");
  expect((await explain(runId)).reason).toMatchObject({ code: "nothing_open", node_id: null });
  await set("pending");
});

it("explains the steps of a run whose definition was broken by hand", async () => {
  const { id } = await createActive(app, waiting);
  const runId = await triggerRun(app, id);
  await app.db.$executeRaw`
    WITH broken AS (
      INSERT INTO workflow_version (id, workflow_id, number, definition, actor, published_at)
      VALUES (gen_random_uuid(), ${id}::uuid, 2, '{"nodes":[],"edges":[]}', 'test', now()) RETURNING id
    )
    UPDATE run SET version_id = broken.id FROM broken WHERE run.id = ${runId}::uuid`;
  const { reason, nodes } = await explain(runId);
  expect([reason.code, reason.node_id]).toEqual(["no_worker", "pause"]);
  expect(nodes.map(({ node_id }) => node_id)).toEqual(["pause"]);
});

it("knows no run that is not there", async () => {
  for (const id of ["nope", "01980000-0000-7000-8000-00000000ffff"]) {
    const answer = await app.call<ErrorBody>("GET", `/api/runs/${id}/explanation`);
    expect([answer.status, answer.body.error.code]).toEqual([404, "not_found"]);
  }
});
