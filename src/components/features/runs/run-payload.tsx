"use client";
import { ChevronRight } from "lucide-react";
import { ErrorState } from "@/components/errors/error-state";
import { JsonView } from "@/components/json/json-view";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { trpc } from "@/trpc/client";

interface RunPayloadProps {
  runId: string;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What the run was started with, loaded when it is looked at. */
export function RunPayload({ runId, isOpen, onOpenChange }: RunPayloadProps) {
  return (
    <div className="min-w-0">
      <h2 className="mb-2 text-base font-semibold">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onOpenChange(!isOpen)}
          className="flex items-center gap-1 rounded-sm"
        >
          <ChevronRight
            aria-hidden
            className={cn("size-4 text-ink-faint transition-transform", isOpen && "rotate-90")}
          />
          Payload
        </button>
      </h2>
      {isOpen ? <Payload runId={runId} /> : null}
    </div>
  );
}

function Payload({ runId }: { runId: string }) {
  const query = trpc.runs.payload.useQuery({ id: runId }, { staleTime: Number.POSITIVE_INFINITY });
  if (query.data) return <JsonView label="Payload" text={query.data.payload.text} root={{ kind: "trigger" }} />;
  if (query.isError) {
    return (
      <ErrorState
        title="The payload could not be loaded"
        error={query.error}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-24 w-full" />
    </div>
  );
}
