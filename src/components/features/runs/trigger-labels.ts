import type { RunSummary } from "@/contracts/runs";

export const triggerLabels: Record<RunSummary["trigger_type"], string> = { ui: "Button", api: "API", test: "Test" };
