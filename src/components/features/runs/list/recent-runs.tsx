"use client";
import Link from "next/link";
import { CurlExample } from "@/components/code/curl-example";
import { ErrorState } from "@/components/errors/error-state";
import { TableSkeleton } from "@/components/ui/skeleton";
import type { WorkflowStatus } from "@/core/state";
import { trpc } from "@/trpc/client";
import { useLiveRuns } from "../use-live";
import { recentRunsInput } from "./run-filters";
import { RunTable } from "./run-table";

/** The latest runs of one workflow, kept up to date. */
export function RecentRuns({ workflowId, status }: { workflowId: string; status: WorkflowStatus }) {
  const { refetchInterval } = useLiveRuns();
  const list = trpc.runs.list.useQuery(recentRunsInput(workflowId), { refetchInterval });
  return (
    <section aria-labelledby="recent-runs">
      <div className="mb-2 flex items-center justify-between">
        <h2 id="recent-runs" className="text-base font-semibold">
          Recent runs
        </h2>
        {list.data && list.data.items.length > 0 ? (
          <Link href={`/runs?workflow=${workflowId}`} className="rounded-sm text-sm text-accent-ink hover:underline">
            All runs
          </Link>
        ) : null}
      </div>
      {list.data ? (
        list.data.items.length > 0 ? (
          <RunTable runs={list.data.items} showWorkflow={false} />
        ) : (
          <NoRuns workflowId={workflowId} status={status} />
        )
      ) : list.isError ? (
        <ErrorState title="The runs could not be loaded" error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <TableSkeleton rows={3} />
      )}
    </section>
  );
}

const hints: Record<WorkflowStatus, string> = {
  draft: "None yet. Activate the workflow, or try it with a test run.",
  active: "None yet. Trigger the workflow to see its first run.",
  archived: "None. An archived workflow cannot be triggered.",
};

function NoRuns({ workflowId, status }: { workflowId: string; status: WorkflowStatus }) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-lg border border-dashed px-4 py-6 text-center text-sm text-ink-muted">
      <p>{hints[status]}</p>
      {status === "archived" ? null : (
        <div className="w-full max-w-xl text-left text-ink">
          <CurlExample
            label="The same from a shell"
            method="POST"
            path={`/api/workflows/${workflowId}/${status === "draft" ? "test-run" : "trigger"}`}
            body={{}}
          />
        </div>
      )}
    </div>
  );
}
