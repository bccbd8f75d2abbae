import type { NodeExecutor } from "@/core/executor";

/** The step's output is the log line. */
export const log: NodeExecutor<"log"> = {
  execute: ({ config }) => ({ kind: "done", output: { message: config.message, level: config.level } }),
};
