"use client";
import { ErrorState } from "@/components/errors/error-state";
import { WorkflowEditor } from "@/components/features/editor/workflow-editor";
import { DetailSkeleton } from "@/components/ui/skeleton";
import { trpc } from "@/trpc/client";

export function WorkflowDetail({ id }: { id: string }) {
  const query = trpc.workflows.get.useQuery({ id });
  if (query.data) return <WorkflowEditor key={id} workflow={query.data} />;
  if (query.isError) {
    return (
      <ErrorState
        title="The workflow could not be loaded"
        error={query.error}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return <DetailSkeleton />;
}
