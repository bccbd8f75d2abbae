import type { Metadata } from "next";
import { requireFound } from "@/app/require-found";
import { requireIdentity } from "@/app/require-identity";
import { recentRunsInput } from "@/components/features/runs/list/run-filters";
import { WorkflowDetail } from "@/components/features/workflows/workflow-detail";
import { api, HydrateClient } from "@/trpc/server";

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  const name = await api.workflows.get({ id }).then(
    (workflow) => workflow.name,
    () => "Workflow",
  );
  return { title: name };
}

export default async function Page({ params }: Props) {
  await requireIdentity();
  const { id } = await params;
  await Promise.all([api.workflows.get.prefetch({ id }), api.runs.list.prefetch(recentRunsInput(id))]);
  requireFound();
  return (
    <HydrateClient>
      <WorkflowDetail id={id} />
    </HydrateClient>
  );
}
