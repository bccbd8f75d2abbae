import { scrapeMetrics } from "@/server/metrics-route";
import { restRoute } from "@/server/rest";

/** A wrong method is refused as everywhere; figures are text for Prometheus, not JSON. */
export const { POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  GET: () => ({ status: 200, body: undefined }),
});
export const GET = scrapeMetrics;
export const HEAD = scrapeMetrics;
