import { z } from "zod";
import { runStatuses } from "@/core/state";
import { idInput, pageInput, pageOf } from "./common";
import { runFilterInput } from "./run-filter";

/** Runs that one request changes at most. */
export const maximumChangedRuns = 200;

/** Either runs by their ids, or a batch of those that a filter picks. */
export const changeRunsInput = z
  .strictObject({
    ids: z
      .array(idInput)
      .min(1, "Name at least one run.")
      .max(maximumChangedRuns, `Name at most ${maximumChangedRuns} runs.`)
      .optional()
      .describe("These runs."),
    filter: runFilterInput
      .optional()
      .describe(
        "The newest of the runs that this picks and that are in a state for it; go on with `cursor`. `{}` picks every run.",
      ),
    ...pageInput.shape,
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    path: ["filter"],
    message: "Give either ids or a filter.",
  });

/** What became of one run. */
export const changedRun = z.object({
  id: z.string(),
  status: z.enum(runStatuses).nullable().describe("What it is now; null if there is no such run."),
  error: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe(
      "Why it was left as it was: the error that the route for one run would have answered. null: it was done.",
    ),
});

/** In the order of the list; `next_cursor` is for the next batch of a filter. */
export const changedRunPage = pageOf(changedRun);

export type ChangeRunsInput = z.output<typeof changeRunsInput>;
export type ChangedRun = z.output<typeof changedRun>;
export type ChangedRunPage = z.output<typeof changedRunPage>;
