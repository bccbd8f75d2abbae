import type { NodeExecutor } from "@/core/executor";

/**
 * Asks to be woken, once: the engine stores when as `wake_at`, and the execution that finds it there is the wake-up.
 * Zero seconds go the same way, so that the output is `{ wake_at }` for every delay.
 */
export const delay: NodeExecutor<"delay"> = {
  execute({ config, previousOutput }) {
    if (previousOutput?.wake_at !== undefined) return { kind: "done", output: previousOutput };
    return { kind: "wait", delayMs: Math.round(config.seconds * 1_000) };
  },
};
