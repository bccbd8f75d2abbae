"use client";
import { ErrorState } from "@/components/errors/error-state";
import { JsonView } from "@/components/json/json-view";
import { trpc } from "@/trpc/client";
import { ValueSkeleton } from "./value-skeleton";

export function PayloadView({ runId }: { runId: string }) {
  const query = trpc.runs.payload.useQuery({ id: runId }, { staleTime: Number.POSITIVE_INFINITY });
  if (query.data) return <JsonView label="Payload" text={query.data.payload.text} root={{ kind: "trigger" }} />;
  if (!query.isError) return <ValueSkeleton />;
  return (
    <ErrorState
      title="The payload could not be loaded"
      error={query.error}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
