import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requireIdentity } from "@/app/require-identity";
import { Dashboard } from "@/components/features/dashboard/dashboard";
import { loadDashboardFilters } from "@/components/features/dashboard/dashboard-filters";
import { api, HydrateClient } from "@/trpc/server";

// The layout's template is for the pages below it, not for its own.
export const metadata: Metadata = { title: { absolute: "Dashboard · Workflow Engine" } };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireIdentity();
  const { range } = await loadDashboardFilters(searchParams);
  await Promise.all([api.dashboard.runs.prefetch({ range }), api.dashboard.queue.prefetch()]);
  return (
    <HydrateClient>
      <Dashboard />
    </HydrateClient>
  );
}
