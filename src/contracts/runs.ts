import { z } from "zod";
import { nodeTypes } from "@/core/kinds";
import { runStatuses, stepStatuses } from "@/core/state";
import { idInput, jsonInput, jsonOutput, pageInput, pageOf, timestamp } from "./common";

export const runStatus = z.enum(runStatuses);
export const stepStatus = z.enum(stepStatuses);
export const triggerType = z.enum(["ui", "api", "test"]);

export const maximumIdempotencyKeyLength = 255;

export const triggerInput = z.object({
  id: idInput,
  payload: jsonInput,
  idempotency_key: z
    .string()
    .min(1, "An idempotency key must not be empty.")
    .max(maximumIdempotencyKeyLength, `An idempotency key has at most ${maximumIdempotencyKeyLength} characters.`)
    .optional(),
});

export const testRunInput = z.object({ id: idInput, payload: jsonInput });

export const startedRun = z.object({
  id: z.string(),
  workflow_id: z.string(),
  status: runStatus,
  created_at: timestamp,
});

/** The first dead step of a run. */
export const runError = z.object({ node_id: z.string(), code: z.string(), message: z.string() });

export const runSummary = z.object({
  id: z.string(),
  workflow_id: z.string(),
  workflow_name: z.string(),
  version: z.number().int(),
  status: runStatus,
  trigger_type: triggerType,
  error: runError.nullable(),
  created_at: timestamp,
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
});

export const attempt = z.object({
  attempt: z.number().int(),
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  /** `{ code, message, details }`; null for the try that succeeded or is under way */
  error: jsonOutput.nullable(),
});

export const step = z.object({
  id: z.string(),
  node_id: z.string(),
  node_type: z.enum(nodeTypes),
  name: z.string().nullable(),
  status: stepStatus,
  attempt: z.number().int(),
  max_attempts: z.number().int(),
  next_retry_at: timestamp.nullable(),
  dedup_key: z.string(),
  input: jsonOutput.nullable(),
  output: jsonOutput.nullable(),
  error: jsonOutput.nullable(),
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  attempts: z.array(attempt),
});

export const run = runSummary.extend({ input: jsonOutput, steps: z.array(step) });

export const listRunsInput = pageInput.extend({ workflow_id: idInput.optional(), status: runStatus.optional() });
export const runPage = pageOf(runSummary);

export const countRunsInput = z.object({ workflow_id: idInput.optional() });
export const runCounts = z.record(runStatus, z.number().int());

export const tickInput = z.object({ run_id: idInput.optional() });
export const tickOutput = z.object({ claimed: z.number().int(), completed: z.number().int() });

export type Run = z.output<typeof run>;
export type RunSummary = z.output<typeof runSummary>;
export type Step = z.output<typeof step>;
export type StartedRun = z.output<typeof startedRun>;
