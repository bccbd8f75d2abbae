import { z } from "zod";
import { nodeTypes } from "@/core/kinds";
import { idInput, pageInput, pageOf, timestamp } from "./common";
import { timeRange } from "./run-filter";
import { runStatus } from "./runs";

/** A dead step: what it was, where, why, and when it died. Its payloads are with its run. */
export const deadLetter = z.object({
  id: z.string().describe("The step's id."),
  run_id: z.string(),
  run_status: runStatus,
  workflow_id: z.string(),
  workflow_name: z.string(),
  version: z.number().int(),
  node_id: z.string(),
  node_type: z.enum(nodeTypes),
  attempt: z.number().int(),
  max_attempts: z.number().int(),
  error: z.object({ code: z.string(), message: z.string() }),
  error_key: z.string().describe("What it has in common with other errors of its kind; see the groups."),
  finished_at: timestamp.describe("When its last try ended."),
});

/** Text that is compared with a column. */
const textInput = z
  .string()
  .max(1_000, "This has at most 1,000 characters.")
  .refine((text) => !text.includes("\0"), "This is a text without control characters.");

const diedWithin = timeRange.optional().describe("Died within the last hour, day, week or 30 days.");

/** `status` is the run's, as in the list of runs. */
export const listDeadLettersInput = pageInput.extend({
  workflow_id: idInput.optional(),
  status: runStatus.optional(),
  node_id: textInput.optional(),
  error_key: textInput.optional(),
  died_within: diedWithin,
});
export const deadLetterPage = pageOf(deadLetter);

export const deadLetterGroup = z.object({
  workflow_id: z.string(),
  workflow_name: z.string(),
  node_id: z.string(),
  error_key: z
    .string()
    .describe(
      "The error's code and message without what differs from run to run: ids and quoted values (`*`) and numbers (`#`), but for the status that an HTTP server answered.",
    ),
  count: z.number().int().describe("Dead steps."),
  first_at: timestamp.describe("When the first of them died."),
  last_at: timestamp.describe("When the last of them died."),
  timeline: z
    .array(z.object({ at: timestamp, count: z.number().int() }))
    .describe("How many died in each of equal parts of the time, which is the same for all groups."),
  example: deadLetter.describe("The one that died last."),
});

export const listDeadLetterGroupsInput = pageInput.extend({ workflow_id: idInput.optional(), died_within: diedWithin });
export const deadLetterGroupPage = pageOf(deadLetterGroup);

export const retryDeadLettersInput = z.strictObject({
  workflow_id: idInput,
  node_id: textInput,
  error_key: textInput,
  died_within: diedWithin,
  ...pageInput.shape,
});

export type DeadLetter = z.output<typeof deadLetter>;
export type DeadLetterGroup = z.output<typeof deadLetterGroup>;
