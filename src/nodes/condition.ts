import type { NodeExecutor } from "@/core/executor";

/** The expression was evaluated before; what is left is to say where it leads. */
export const condition: NodeExecutor<"condition"> = {
  execute: ({ config }) => ({
    kind: "done",
    output: { result: config.expression },
    branch: config.expression ? "true" : "false",
  }),
};
