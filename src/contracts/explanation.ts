import { z } from "zod";
import { timestamp } from "./common";
import { runStatus, stepStatus } from "./runs";

/** Why something stands where it stands. */
export const reasonCodes = [
  // steps that have something to do
  "waiting_for_delay",
  "waiting_for_retry",
  "waiting_for_host",
  "queued",
  "no_worker",
  "workers_stopping",
  "running",
  "lease_expired",
  // joins of all branches
  "blocked",
  "blocked_for_good",
  // steps that have ended
  "skipped",
  "dead",
  "cancelled",
  // nodes without a step
  "not_taken",
  "not_reached",
  "cut_off",
  // runs
  "succeeded",
  "failed",
  "nothing_open",
] as const;

export const heldBy = z.object({
  id: z.string(),
  host: z.string().nullable().describe("null: no worker process; a manual tick holds leases of its own."),
  pid: z.number().int().nullable(),
  last_seen_at: timestamp.nullable(),
});

export const reason = z.object({
  code: z.enum(reasonCodes),
  message: z.string().describe("The whole reason, in words; times as everywhere in this API."),
  since: timestamp.nullable().describe("Since when it is so, where that is known."),
  until: timestamp.nullable().describe("When it goes on, where that is known."),
  ahead: z
    .number()
    .int()
    .nullable()
    .describe("Of a queued step: the steps that are due before it. Counted up to 10,000."),
  worker: heldBy.nullable().describe("Who holds the step."),
  node_ids: z.array(z.string()).describe("The nodes that it waits for, or that stand in its way."),
});

export const nodeReason = reason.extend({
  node_id: z.string(),
  status: stepStatus.nullable().describe("The status of its step, if it has one."),
});

export const runExplanation = z.object({
  run_id: z.string(),
  status: runStatus,
  at: timestamp.describe("When this was true, by the database's clock."),
  workers: z
    .object({ active: z.number().int(), stopping: z.number().int() })
    .describe("Workers that gave a sign of life in the last 30 seconds."),
  reason: reason.extend({ node_id: z.string().nullable().describe("The step that the run stands at.") }),
  nodes: z.array(nodeReason).describe("Every node that has not succeeded, in the order of the graph."),
});

export type ReasonCode = (typeof reasonCodes)[number];
export type Reason = z.output<typeof reason>;
export type NodeReason = z.output<typeof nodeReason>;
export type RunExplanation = z.output<typeof runExplanation>;
