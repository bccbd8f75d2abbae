import { randomUUID } from "node:crypto";
import { TRPCClientError } from "@trpc/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JsonText } from "@/core/json";
import { claim } from "@/engine/claim";
import { markRunning } from "@/engine/mark-running";
import type { AppRouter } from "@/server/routers";
import { createEngineClient } from "@/trpc/vanilla";
import { createActive, createDraft, type ErrorBody } from "./services/client";
import { callGraph, dyingGraph, type Graph, logGraph, waitingGraph } from "./services/graphs";
import { origin, startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

const workflowStates = ["draft", "active", "archived from draft", "archived from active"] as const;
type WorkflowState = (typeof workflowStates)[number];

/** `running`: somebody works on a step; `waiting`: a delay is on its way, and nobody has to work. */
const runStates = ["pending", "running", "waiting", "succeeded", "failed", "cancelled"] as const;
type RunState = (typeof runStates)[number];

/** An HTTP status, and what became of the thing, or an error's code. */
type Verdict = readonly [status: number, outcome: string];

/** What is done to a workflow depends on its own state, whatever its runs are up to. */
const workflowVerdicts = {
  activate: {
    draft: [200, "active"],
    active: [409, "already_active"],
    "archived from draft": [409, "not_draft"],
    "archived from active": [409, "not_draft"],
  },
  archive: {
    draft: [200, "archived"],
    active: [200, "archived"],
    "archived from draft": [409, "conflict"],
    "archived from active": [409, "conflict"],
  },
  restore: {
    draft: [409, "conflict"],
    active: [409, "conflict"],
    "archived from draft": [200, "draft"],
    "archived from active": [200, "active"],
  },
  trigger: {
    draft: [409, "not_active"],
    active: [202, "started"],
    "archived from draft": [409, "not_active"],
    "archived from active": [409, "not_active"],
  },
  "test-run": {
    draft: [202, "started"],
    active: [202, "started"],
    "archived from draft": [409, "conflict"],
    "archived from active": [409, "conflict"],
  },
} as const satisfies Record<string, Record<WorkflowState, Verdict>>;
type WorkflowAction = keyof typeof workflowVerdicts;

/** What is done to a run depends on its own state, whatever has become of its workflow. */
const runVerdicts = {
  retry: {
    pending: [409, "run_not_failed"],
    running: [409, "run_not_failed"],
    waiting: [409, "run_not_failed"],
    succeeded: [409, "run_not_failed"],
    failed: [202, "running"],
    cancelled: [409, "run_not_failed"],
  },
  cancel: {
    pending: [202, "cancelled"],
    running: [202, "cancelled"],
    waiting: [202, "cancelled"],
    succeeded: [409, "run_finished"],
    failed: [409, "run_finished"],
    cancelled: [409, "run_finished"],
  },
  tick: {
    pending: [200, "claimed 1"],
    running: [200, "claimed 0"],
    waiting: [200, "claimed 0"],
    succeeded: [200, "claimed 0"],
    failed: [200, "claimed 0"],
    cancelled: [200, "claimed 0"],
  },
} as const satisfies Record<string, Record<RunState, Verdict>>;
type RunAction = keyof typeof runVerdicts;

interface Row {
  action: WorkflowAction | RunAction;
  workflowState: WorkflowState;
  runState: RunState;
  status: number;
  outcome: string;
}

const combinations = workflowStates.flatMap((workflowState) =>
  runStates.map((runState) => ({ workflowState, runState })),
);
// Object.entries widens keys to string; the tables have just these.
const workflowRows = (Object.entries(workflowVerdicts) as [WorkflowAction, Record<WorkflowState, Verdict>][]).flatMap(
  ([action, verdicts]) => combinations.map((states) => rowOf(action, states, verdicts[states.workflowState])),
);
const runRows = (Object.entries(runVerdicts) as [RunAction, Record<RunState, Verdict>][]).flatMap(
  ([action, verdicts]) => combinations.map((states) => rowOf(action, states, verdicts[states.runState])),
);

function rowOf(action: Row["action"], states: Pick<Row, "workflowState" | "runState">, verdict: Verdict): Row {
  const [status, outcome] = verdict;
  return { action, ...states, status, outcome };
}

interface Subject {
  workflowId: string;
  runId: string;
}

/** A workflow and a run of it in these states. The run of what never was active is a test run. */
async function makeSubject(workflowState: WorkflowState, runState: RunState): Promise<Subject> {
  const wasActive = workflowState.endsWith("active");
  const { id: workflowId } = await (wasActive ? createActive : createDraft)(app, graphFor(runState));
  const start = `/api/workflows/${workflowId}/${wasActive ? "trigger" : "test-run"}`;
  const started = await app.call<{ id: string; status: string }>("POST", start, { body: { amount: 1 } });
  expect(started.status).toBe(202);
  const runId = started.body.id;
  if (runState === "running") await claimAsOther(runId);
  if (runState === "waiting") await app.call("POST", "/api/tick", { body: { run_id: runId } });
  if (runState === "cancelled") await app.call("POST", `/api/runs/${runId}/cancel`);
  if (workflowState.startsWith("archived")) await app.call("POST", `/api/workflows/${workflowId}/archive`);
  return { workflowId, runId };
}

function graphFor(runState: RunState): Graph {
  if (runState === "running") return callGraph(app.stub.url);
  if (runState === "succeeded") return logGraph();
  return runState === "failed" ? dyingGraph : waitingGraph;
}

/** Some worker holds the run's step and does not finish it. */
async function claimAsOther(runId: string): Promise<void> {
  const { webProcess } = await import("@/server/web-process");
  const { engine } = webProcess();
  const steps = await claim(engine, { workerId: randomUUID(), limit: 1, leaseMs: 600_000, runId });
  expect(steps).toHaveLength(1);
  await markRunning(engine, [runId]);
}

/** What is stored of both, without what a refusal may not change. */
async function stateOf({ workflowId, runId }: Subject): Promise<string> {
  const [workflow, run] = await Promise.all([
    app.call("GET", `/api/workflows/${workflowId}`),
    app.call("GET", `/api/runs/${runId}`),
  ]);
  return `${workflow.text}\n${run.text}`;
}

interface Result {
  status?: string;
  claimed?: number;
  /** the answer to a start has no steps */
  workflow_id?: string;
  steps?: unknown;
}

function outcomeOf({ status, claimed, workflow_id, steps }: Result): string {
  if (claimed !== undefined) return `claimed ${claimed}`;
  return workflow_id !== undefined && steps === undefined ? "started" : (status ?? "");
}

async function overRest(action: Row["action"], { workflowId, runId }: Subject): Promise<Verdict> {
  const onRun = action === "retry" || action === "cancel";
  const thing = onRun ? `runs/${runId}` : `workflows/${workflowId}`;
  const url = action === "tick" ? "/api/tick" : `/api/${thing}/${action}`;
  const body = action === "tick" ? { run_id: runId } : undefined;
  const answer = await app.call<Result & ErrorBody>("POST", url, { body });
  return [answer.status, answer.status < 400 ? outcomeOf(answer.body) : answer.body.error.code];
}

/** The same over tRPC, whose successes have no status of their own. */
async function overTrpc(action: Row["action"], { workflowId, runId }: Subject): Promise<Verdict | ["done", string]> {
  const engine = createEngineClient(origin, {
    async fetch(input, init) {
      const { status, text, headers } = await app.send(new Request(input, init));
      return new Response(text, { status, headers });
    },
  });
  const payload = new JsonText("{}");
  const calls: Record<Row["action"], () => Promise<Result>> = {
    activate: () => engine.workflows.activate.mutate({ id: workflowId }),
    archive: () => engine.workflows.archive.mutate({ id: workflowId }),
    restore: () => engine.workflows.restore.mutate({ id: workflowId }),
    trigger: () => engine.runs.trigger.mutate({ id: workflowId, payload }),
    "test-run": () => engine.runs.testRun.mutate({ id: workflowId, payload }),
    retry: () => engine.runs.retry.mutate({ id: runId }),
    cancel: () => engine.runs.cancel.mutate({ id: runId }),
    tick: () => engine.runs.tick.mutate({ run_id: runId }),
  };
  try {
    return ["done", outcomeOf(await calls[action]())];
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    // The client's type for what the server's formatter made.
    const { data } = error as TRPCClientError<AppRouter>;
    return [data?.httpStatus ?? 0, data?.appCode ?? ""];
  }
}

async function expectVerdict({ action, workflowState, runState, status, outcome }: Row): Promise<void> {
  const [subject, twin] = await Promise.all([
    makeSubject(workflowState, runState),
    makeSubject(workflowState, runState),
  ]);
  const before = await stateOf(subject);
  expect(await overRest(action, subject)).toEqual([status, outcome]);
  expect(await overTrpc(action, twin)).toEqual([status < 400 ? "done" : status, outcome]);
  if (status >= 400) expect(await stateOf(subject)).toBe(before);
}

const title = "$action of a workflow that is $workflowState with a run that is $runState: $status $outcome";

describe("what is done to a workflow", () => {
  it.each(workflowRows)(title, expectVerdict);
});

describe("what is done to a run", () => {
  it.each(runRows)(title, expectVerdict);
});

describe("the states of the table", () => {
  it.each([
    ["pending", "pending", "pending"],
    ["running", "running", "running"],
    ["waiting", "running", "pending"],
    ["succeeded", "succeeded", "succeeded"],
    ["failed", "failed", "dead"],
    ["cancelled", "cancelled", "cancelled"],
  ] as const)("%s is a run that is %s with a step that is %s", async (runState, status, stepStatus) => {
    const { runId } = await makeSubject("active", runState);
    const { body } = await app.call<{ status: string; steps: { status: string }[] }>("GET", `/api/runs/${runId}`);
    expect(body.status).toBe(status);
    expect(body.steps.at(-1)?.status).toBe(stepStatus);
  });

  it("are all combinations", () => {
    expect(workflowRows).toHaveLength(5 * 4 * 6);
    expect(runRows).toHaveLength(3 * 4 * 6);
  });
});
