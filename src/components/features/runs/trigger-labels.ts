import type { RunSummary } from "@/contracts/runs";

export const triggerLabels: Record<RunSummary["trigger_type"] | "not_test", string> = {
  not_test: "Without tests",
  ui: "Button",
  api: "API",
  test: "Test",
};
