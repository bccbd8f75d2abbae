import { z } from "zod";

const example = z.strictObject({
  /** the run's id, or the workflow's, as the check's `of` says */
  id: z.string(),
  what: z.string(),
});

const doctorCheck = z.strictObject({
  name: z.string(),
  /** what must hold */
  rule: z.string(),
  of: z.enum(["run", "workflow"]),
  /** rows that break the rule, before a repair */
  found: z.int(),
  /** rows that break it still */
  left: z.int(),
  /** changes that a repair made */
  changes: z.int(),
  /** what a repair does, or why there is none */
  repair: z.string(),
  /** a few of what was found */
  examples: z.array(example),
});

/** The document that `pnpm doctor --json` prints. */
export const doctorReport = z.strictObject({
  /** nothing is left that breaks a rule */
  sound: z.boolean(),
  /** whether it was told to mend what it finds */
  repaired: z.boolean(),
  runs: z.int(),
  workflows: z.int(),
  checks: z.array(doctorCheck),
});

export type DoctorReport = z.output<typeof doctorReport>;
