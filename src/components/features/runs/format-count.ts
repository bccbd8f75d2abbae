import { runCountLimit } from "@/contracts/runs";

/** "1,204"; where counting stopped, "10,000+". */
export function formatCount(...counts: readonly number[]): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return `${total.toLocaleString("en")}${counts.some((count) => count >= runCountLimit) ? "+" : ""}`;
}
