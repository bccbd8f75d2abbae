import type { Zone } from "@/components/time/format-time";
import type { TimeRange } from "@/core/time-range";

/** When a step of the chart began, as exactly as its range needs. */
export function formatStep(at: string, range: TimeRange, zone: Zone): string {
  const isLong = range === "7d" || range === "30d";
  return new Intl.DateTimeFormat("en-GB", {
    ...(isLong && { day: "numeric", month: "short" }),
    ...(range !== "30d" && { hour: "2-digit", minute: "2-digit" }),
    ...(zone && { timeZone: zone }),
  }).format(Date.parse(at));
}
