import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Dashboard } from "@/components/features/dashboard/dashboard";
import { loadDashboardFilters } from "@/components/features/dashboard/dashboard-filters";
import { api, HydrateClient } from "@/trpc/server";

export const metadata: Metadata = { title: "Dashboard" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { range } = await loadDashboardFilters(searchParams);
  // Not waited for: the page comes at once, and the figures when they are there.
  void api.dashboard.runs.prefetch({ range });
  void api.dashboard.queue.prefetch();
  return (
    <HydrateClient>
      <Dashboard />
    </HydrateClient>
  );
}
