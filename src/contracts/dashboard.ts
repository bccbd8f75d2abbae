import { z } from "zod";
import { timestamp } from "./common";
import { timeRange } from "./run-filter";
import { runCounts } from "./runs";

/** What the start page shows. For pages alone: programs have lists, counts and metrics. */

export const runStatisticsInput = z.object({ range: timeRange });

export const workflowStatistics = z.object({
  id: z.string(),
  name: z.string(),
  runs: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  mean_ms: z.number().nullable(),
  median_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
});

export const runStatistics = z.object({
  counts: runCounts,
  step_seconds: z.number(),
  steps: z.array(z.object({ at: timestamp, counts: runCounts })),
  slowest: z.array(workflowStatistics),
  most_failing: z.array(workflowStatistics),
});

export const workerStatus = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.number().int(),
  version: z.string(),
  started_at: timestamp,
  last_seen_at: timestamp,
  state: z.enum(["alive", "draining", "silent"]),
  running: z.number().int(),
});

export const queueStatus = z.object({
  due: z.number().int(),
  scheduled: z.number().int(),
  running: z.number().int(),
  blocked: z.number().int(),
  dead: z.number().int(),
  expired_leases: z.number().int(),
  oldest_due_seconds: z.number(),
  workers: z.array(workerStatus),
});

export type RunStatistics = z.output<typeof runStatistics>;
export type WorkflowStatistics = z.output<typeof workflowStatistics>;
export type QueueStatus = z.output<typeof queueStatus>;
export type WorkerStatus = z.output<typeof workerStatus>;
