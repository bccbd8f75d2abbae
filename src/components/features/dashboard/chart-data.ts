import type { RunStatistics } from "@/contracts/dashboard";

/** One step of the time, as charts and table show it. */
export interface ChartStep {
  at: string;
  succeeded: number;
  failed: number;
  cancelled: number;
  unfinished: number;
  /** failed runs of those that succeeded or failed, in per cent; null where there is none of either */
  failureRate: number | null;
}

export const series = [
  { key: "succeeded", label: "Succeeded", colour: "var(--success-ink)" },
  { key: "failed", label: "Failed", colour: "var(--danger-ink)" },
  { key: "cancelled", label: "Cancelled", colour: "var(--ink-faint)" },
  { key: "unfinished", label: "Unfinished", colour: "var(--accent-ink)" },
] as const;

export function chartSteps({ steps }: Pick<RunStatistics, "steps">): ChartStep[] {
  return steps.map(({ at, counts: { succeeded, failed, cancelled, pending, running } }) => ({
    at,
    succeeded,
    failed,
    cancelled,
    unfinished: pending + running,
    failureRate: failureRate(succeeded, failed),
  }));
}

export function failureRate(succeeded: number, failed: number): number | null {
  return succeeded + failed === 0 ? null : (failed / (succeeded + failed)) * 100;
}

/** "0%", "0.4%", "12%": never rounded to none. */
export function formatRate(rate: number | null): string {
  if (rate === null) return "–";
  if (rate > 0 && rate < 10) return `${Math.max(0.1, Math.round(rate * 10) / 10)}%`;
  return `${Math.round(rate)}%`;
}
