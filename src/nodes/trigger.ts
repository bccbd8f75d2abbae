import type { NodeExecutor } from "@/core/executor";

/** The payload is what the workflow was started with. */
export const trigger: NodeExecutor<"trigger"> = {
  execute: ({ payload }) => ({ kind: "done", output: payload }),
};
