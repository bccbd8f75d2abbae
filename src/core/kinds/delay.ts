import { z } from "zod";
import { toNumber } from "../json";
import { describeValue } from "./describe-value";
import { defineKind } from "./kind";

/** Ten years: the longest delay. */
export const maximumDelaySeconds = 315_360_000;

const seconds = z.preprocess(
  (value) => toNumber(value) ?? value,
  z
    .number({
      error: ({ input }) => `"seconds" must be a number from 0 to ${maximumDelaySeconds}, not ${describeValue(input)}.`,
    })
    .min(0, { error: ({ input }) => `"seconds" must not be negative: ${input}.` })
    .max(maximumDelaySeconds, {
      error: ({ input }) => `"seconds" must be at most ${maximumDelaySeconds} (ten years): ${input}.`,
    }),
);

const authoredError = ({ input }: { input?: unknown }) =>
  `"seconds" must be a number from 0 to ${maximumDelaySeconds}, or a template that gives one, not ${describeValue(input)}.`;

export const delay = defineKind({
  label: "Delay",
  description: "Waits without holding a worker.",
  config: z.strictObject({
    seconds: z.union([seconds, z.string().regex(/\{\{/, { error: authoredError })], { error: authoredError }),
  }),
  rendered: z.strictObject({ seconds }),
  readings: { seconds: "template" },
  branches: [],
  pure: false,
  fields: [
    {
      key: "seconds",
      label: "Seconds",
      control: "duration",
      help: "0 to 315,360,000, or a template such as {{ trigger.wait }}",
    },
  ],
});
