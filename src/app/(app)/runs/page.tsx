import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requireIdentity } from "@/app/require-identity";
import { loadRunFilters, runCountsInput, runListInput } from "@/components/features/runs/list/run-filters";
import { RunList } from "@/components/features/runs/list/run-list";
import { workflowChoicesInput } from "@/components/features/workflows/workflow-choices";
import { api, HydrateClient } from "@/trpc/server";

export const metadata: Metadata = { title: "Runs" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireIdentity();
  const filters = await loadRunFilters(searchParams);
  await Promise.all([
    api.runs.list.prefetchInfinite(runListInput(filters)),
    api.runs.counts.prefetch(runCountsInput(filters)),
    api.workflows.list.prefetch(workflowChoicesInput),
  ]);
  return (
    <HydrateClient>
      <RunList />
    </HydrateClient>
  );
}
