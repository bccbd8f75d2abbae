import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { timeRanges } from "@/core/time-range";

/** What the page shows stands in its address. */
export const dashboardFilters = { range: parseAsStringLiteral(timeRanges).withDefault("24h") };

export const loadDashboardFilters = createLoader(dashboardFilters);
