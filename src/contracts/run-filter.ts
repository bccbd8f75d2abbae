import { z } from "zod";
import { runStatuses } from "@/core/state";
import { timeRanges } from "@/core/time-range";
import { idInput } from "./common";

const earliest = Date.UTC(1970, 0, 1);
/** Later years are written with a sign, which PostgreSQL does not read; an offset can lead there. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const timeMessage = "This is no time: write it like 2026-01-31T09:30:00Z.";

/** A moment, in any zone. */
export const timeInput = z.iso
  .datetime({ offset: true, error: timeMessage })
  .refine((text) => !(Date.parse(text) < earliest || Date.parse(text) > latest), timeMessage);

export const timeRange = z.enum(timeRanges);

export const triggerTypes = ["ui", "api", "test"] as const;

const uuid = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}";
const idsPattern = new RegExp(`^(${uuid}(,${uuid}){0,49}|[0-9a-fA-F-]{4,35})$`);

/** What runs are picked by, in lists, counts and changes of many at once. Every condition that is given must hold. */
export const runFilter = {
  id: z
    .string()
    .regex(
      idsPattern,
      "This is no run's id. Give the whole of it (up to 50 of them, with commas), or its last four characters and more.",
    )
    .optional()
    .describe("The run with this id, those with these ids (up to 50, with commas), or those whose ids end with this."),
  workflow_id: idInput.optional(),
  status: z.enum(runStatuses).optional(),
  trigger_type: z
    .enum([...triggerTypes, "not_test"])
    .optional()
    .describe("Who started the run; `not_test`: whoever it was, but for test runs."),
  created_after: timeInput.optional().describe("Created at this time or later."),
  created_before: timeInput.optional().describe("Created before this time."),
  created_within: timeRange
    .optional()
    .describe(
      "Created within the last hour, day, week or 30 days, counted from a full minute, half hour, three hours or day.",
    ),
};

/** As an object that takes nothing else: a mistyped condition must not pick every run. */
export const runFilterInput = z.strictObject(runFilter);
export type RunFilter = z.output<typeof runFilterInput>;
