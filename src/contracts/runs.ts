import { z } from "zod";
import { nodeTypes } from "@/core/kinds";
import { runStatuses, stepStatuses } from "@/core/state";
import { idInput, jsonInput, jsonOutput, pageInput, pageOf, timestamp } from "./common";
import { runFilter, triggerTypes } from "./run-filter";

export const runStatus = z.enum(runStatuses);
export const stepStatus = z.enum(stepStatuses);
export const triggerType = z.enum(triggerTypes).describe("Who started the run: a page, a program, or a test.");

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

export const runError = z
  .object({ node_id: z.string(), code: z.string(), message: z.string() })
  .describe("The first dead step of the run.");

export const runSummary = z.object({
  id: z.string(),
  workflow_id: z.string(),
  workflow_name: z.string(),
  version: z.number().int().describe("Number of the workflow's version that the run started on."),
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
  error: jsonOutput
    .nullable()
    .describe("`{ code, message, details }`; null for the try that succeeded or is under way."),
});

export const step = z.object({
  id: z.string(),
  node_id: z.string(),
  node_type: z.enum(nodeTypes),
  name: z.string().nullable().describe("The node's name, if it has one."),
  status: stepStatus,
  attempt: z.number().int(),
  max_attempts: z.number().int(),
  next_retry_at: timestamp.nullable().describe("When it is due, while it waits."),
  dedup_key: z.string().describe("The same for every try; http_request sends it as `Idempotency-Key`."),
  input: jsonOutput.nullable().describe("The config with its templates filled in; secrets are not shown."),
  output: jsonOutput.nullable().describe("What later steps read."),
  error: jsonOutput.nullable().describe("`{ code, message, details }` of the last try that failed."),
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  attempts: z.array(attempt).describe("Every try."),
});

export const run = runSummary.extend({ input: jsonOutput.describe("The payload."), steps: z.array(step) });

export const listRunsInput = pageInput.extend(runFilter);
export const runPage = pageOf(runSummary);

/** The same conditions as the list's, but for the status, which the answer is by. */
export const countRunsInput = z.object(runFilter).omit({ status: true });
/** Counting stops here: a count of so many means "so many, or more". */
export const runCountLimit = 10_000;
export const runCounts = z.record(runStatus, z.number().int());

export const tickInput = z.object({
  run_id: idInput.optional().describe("Only that run's steps; none: everything that is due."),
});
export const tickOutput = z.object({
  claimed: z.number().int().describe("Steps that were due and free."),
  completed: z.number().int().describe("Steps of these whose outcome is stored."),
});

export type Run = z.output<typeof run>;
export type RunSummary = z.output<typeof runSummary>;
export type Step = z.output<typeof step>;
export type StartedRun = z.output<typeof startedRun>;
export type RunCounts = z.output<typeof runCounts>;
