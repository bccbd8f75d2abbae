import { AppError } from "@/core/errors";
import { cancelRun } from "@/engine/cancel";
import { type ClaimRequest, claim } from "@/engine/claim";
import { claimInTurns, type Position } from "@/engine/claim-in-turns";
import { complete, type FinishedStep } from "@/engine/complete";
import type { EngineContext } from "@/engine/context";
import { extendLeases, type HeldLease } from "@/engine/heartbeat";
import { insertRuns } from "@/engine/insert-runs";
import { silentLog } from "@/engine/log";
import { markRunning } from "@/engine/mark-running";
import { reap } from "@/engine/reap";
import { retryRun } from "@/engine/retry";
import { fingerprintOf } from "@/engine/start";
import type { ServiceContext } from "@/services/context";
import { activateWorkflow } from "@/services/workflows/activate";
import { start } from "../support/engine";
import { newTestRun } from "../support/new-test-run";

/** What a contender can be told to do: one of the product's own functions, and its arguments. */
export type Operation =
  | {
      kind: "start";
      workflow: { workflowId: string; versionId: string };
      payload: object;
      idempotencyKey: string;
      /** so many at once, each on its own connection */
      times: number;
    }
  /** one run for each key, in one statement, in this order */
  | { kind: "startTogether"; workflow: { workflowId: string; versionId: string }; idempotencyKeys: string[] }
  | ({ kind: "claim" } & ClaimRequest)
  | ({ kind: "claimInTurns"; from: Position } & ClaimRequest)
  | { kind: "complete"; finished: FinishedStep[]; workerId: string }
  | { kind: "heartbeat"; held: HeldLease[]; leaseMs: number }
  | { kind: "reap" }
  | { kind: "retry"; runId: string }
  | { kind: "cancel"; runId: string }
  | { kind: "show"; runId: string }
  | { kind: "activate"; workflowId: string }
  | { kind: "set-up"; email: string }
  | { kind: "demote"; userId: string }
  | { kind: "accept-invitation"; token: string };

export interface Request {
  id: number;
  operation: Operation;
  /** wait for the barrier first */
  atBarrier: boolean;
}

export interface Answer {
  id: number;
  settled: { ok: true; value: unknown } | { ok: false; message: string };
}

export const leaseMs = 10_000;

/** Runs an operation; the results are what can be sent between processes. */
export const operations = {
  start: (
    engine: EngineContext,
    { workflow, payload, idempotencyKey, times }: Extract<Operation, { kind: "start" }>,
  ) => {
    const one = async () => {
      const { id, created, sameFingerprint } = await start(engine, workflow, payload, idempotencyKey);
      return { id, created, sameFingerprint };
    };
    return Promise.all(Array.from({ length: times }, one));
  },
  startTogether: async (
    engine: EngineContext,
    { workflow, idempotencyKeys }: Extract<Operation, { kind: "startTogether" }>,
  ) => {
    const runs = idempotencyKeys.map((idempotencyKey) =>
      newTestRun(workflow, { idempotencyKey, fingerprint: fingerprintOf({}) }),
    );
    const inserted = await insertRuns(engine.db, workflow.workflowId, runs);
    return inserted.map((run, position) => ({ id: run?.id, created: run?.id === runs[position]?.id }));
  },
  claim: (engine: EngineContext, operation: Extract<Operation, { kind: "claim" }>) => claim(engine, operation),
  claimInTurns: async (engine: EngineContext, { from, ...request }: Extract<Operation, { kind: "claimInTurns" }>) =>
    (await claimInTurns(engine, request, from)).steps,
  complete: async (engine: EngineContext, { finished, workerId }: Extract<Operation, { kind: "complete" }>) => {
    const completion = await complete(engine, finished, { workerId, leaseMs });
    return { accepted: completion.accepted.size, enqueued: completion.enqueued };
  },
  heartbeat: async (engine: EngineContext, operation: Extract<Operation, { kind: "heartbeat" }>) => {
    await extendLeases(engine.db, operation.held, operation.leaseMs);
  },
  reap: async (engine: EngineContext, _operation: Extract<Operation, { kind: "reap" }>) => {
    const { requeued, dead } = await reap(engine, 0);
    return { requeued, dead };
  },
  retry: (engine: EngineContext, { runId }: Extract<Operation, { kind: "retry" }>) =>
    retryRun(engine, { runId, actor: "test" }),
  cancel: (engine: EngineContext, { runId }: Extract<Operation, { kind: "cancel" }>) =>
    cancelRun(engine, { runId, actor: "test" }),
  show: (engine: EngineContext, { runId }: Extract<Operation, { kind: "show" }>) => markRunning(engine, [runId]),
  activate: (engine: EngineContext, { workflowId }: Extract<Operation, { kind: "activate" }>) =>
    orCode(async () => (await activateWorkflow(serviceContext(engine), { id: workflowId })).status),
  // Loaded only by those who race for accounts: what they need takes a while to load.
  "set-up": (engine: EngineContext, { email }: Extract<Operation, { kind: "set-up" }>) =>
    orCode(async () => (await import("./account-operations")).makeFirstAdmin(engine.db, email)),
  demote: (engine: EngineContext, { userId }: Extract<Operation, { kind: "demote" }>) =>
    orCode(async () => (await import("./account-operations")).demote(engine.db, userId)),
  "accept-invitation": (engine: EngineContext, { token }: Extract<Operation, { kind: "accept-invitation" }>) =>
    orCode(async () => (await import("./account-operations")).accept(engine.db, token)),
};

/** What it answers, or the code of the error that it refused with. */
async function orCode(act: () => Promise<string>): Promise<string> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

export type OperationResult<Kind extends Operation["kind"]> = Awaited<ReturnType<(typeof operations)[Kind]>>;

export async function perform(engine: EngineContext, operation: Operation): Promise<unknown> {
  // Each kind is paired with its own function; the compiler cannot follow that pairing through a variable.
  const run = operations[operation.kind] as (engine: EngineContext, operation: Operation) => Promise<unknown>;
  return run(engine, operation);
}

function serviceContext(engine: EngineContext): ServiceContext {
  const vault = { encrypt: (value: string) => value, decrypt: (value: string) => value };
  return { db: engine.db, engine, actor: "test", source: "api", vault, log: silentLog, maximumPayloadBytes: 1_000_000 };
}
