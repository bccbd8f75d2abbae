import { z } from "zod";
import { describeValue } from "./describe-value";
import { defineKind } from "./kind";

export const condition = defineKind({
  label: "Condition",
  description: "Evaluates one expression and continues on the edge `true` or `false`.",
  config: z.strictObject({
    expression: z
      .string("A condition needs an expression, for example: trigger.amount > 100.")
      .min(1, "The expression is empty."),
  }),
  rendered: z.strictObject({
    expression: z.boolean({
      error: ({ input }) =>
        `A condition must give true or false, not ${describeValue(input)}. Compare the value with something, for example with == or >.`,
    }),
  }),
  readings: { expression: "expression" },
  branches: ["true", "false"],
  pure: true,
  fields: [
    {
      key: "expression",
      label: "Expression",
      control: "expression",
      help: "For example trigger.amount > 100 and steps.check.output.status == 200",
    },
  ],
});
