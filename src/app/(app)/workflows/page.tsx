import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requireIdentity } from "@/app/require-identity";
import { loadWorkflowFilters, workflowListInput } from "@/components/features/workflows/workflow-filters";
import { WorkflowList } from "@/components/features/workflows/workflow-list";
import { api, HydrateClient } from "@/trpc/server";

export const metadata: Metadata = { title: "Workflows" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireIdentity();
  const filters = await loadWorkflowFilters(searchParams);
  await api.workflows.list.prefetchInfinite(workflowListInput(filters));
  return (
    <HydrateClient>
      <WorkflowList />
    </HydrateClient>
  );
}
