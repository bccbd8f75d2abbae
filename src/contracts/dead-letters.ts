import { z } from "zod";
import { nodeTypes } from "@/core/kinds";
import { idInput, pageInput, pageOf, timestamp } from "./common";
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
  finished_at: timestamp.describe("When its last try ended."),
});

/** `status` is the run's, as in the list of runs. */
export const listDeadLettersInput = pageInput.extend({ workflow_id: idInput.optional(), status: runStatus.optional() });
export const deadLetterPage = pageOf(deadLetter);

export type DeadLetter = z.output<typeof deadLetter>;
