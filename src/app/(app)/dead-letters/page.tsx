import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requireIdentity } from "@/app/require-identity";
import { deadLetterGroupsInput, loadDeadLetterFilters } from "@/components/features/dead-letters/dead-letter-filters";
import { DeadLetters } from "@/components/features/dead-letters/dead-letters";
import { workflowChoicesInput } from "@/components/features/workflows/workflow-choices";
import { api, HydrateClient } from "@/trpc/server";

export const metadata: Metadata = { title: "Dead letters" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireIdentity();
  const filters = await loadDeadLetterFilters(searchParams);
  await Promise.all([
    api.deadLetters.groups.prefetchInfinite(deadLetterGroupsInput(filters)),
    api.workflows.list.prefetch(workflowChoicesInput),
  ]);
  return (
    <HydrateClient>
      <DeadLetters />
    </HydrateClient>
  );
}
