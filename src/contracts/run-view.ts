import { z } from "zod";
import { timestamp } from "./common";
import { run, runStatus, runSummary, step } from "./runs";
import { workflow, workflowStatus } from "./workflows";

/** Code and message of an error, without what else is known of it. */
const shortError = z.object({ code: z.string(), message: z.string() });

export const stepOverview = step.omit({ input: true, output: true, error: true, attempts: true }).extend({
  branch: z.string().nullable().describe("The branch that a condition chose."),
  error: shortError.nullable().describe("Of the last try that failed; a long message is cut."),
  attempts: z
    .array(
      z.object({
        attempt: z.number().int(),
        started_at: timestamp.nullable(),
        finished_at: timestamp.nullable(),
        error: shortError.nullable(),
      }),
    )
    .describe("Every try."),
});

export const runOverview = runSummary.extend({
  workflow_status: workflowStatus,
  actor: z.string().describe("Who started it."),
  steps: z.array(stepOverview),
});

export const runDefinition = z.object({
  run_id: z.string(),
  version: runSummary.shape.version,
  nodes: workflow.shape.nodes,
  edges: workflow.shape.edges,
});

export const runPayload = z.object({ run_id: z.string(), payload: run.shape.input });

export const recentPayload = z.object({
  run_id: z.string(),
  status: runStatus,
  created_at: timestamp,
  preview: z.string().describe("The payload's beginning, as text."),
  length: z.number().int().describe("Characters of the whole payload."),
});
export const recentPayloads = z.object({ items: z.array(recentPayload) });

export type RunOverview = z.output<typeof runOverview>;
export type StepOverview = z.output<typeof stepOverview>;
export type RunDefinition = z.output<typeof runDefinition>;
export type RecentPayload = z.output<typeof recentPayload>;
