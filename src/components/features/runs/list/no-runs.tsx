"use client";
import { History } from "lucide-react";
import Link from "next/link";
import { CurlExample } from "@/components/code/curl-example";
import { buttonStyles } from "@/components/ui/button-styles";
import { EmptyState } from "@/components/ui/empty-state";
import { trpc } from "@/trpc/client";

/** What to do where nothing has run yet, with a command for the workflow that is there. */
export function NoRuns() {
  const [workflow] = trpc.workflows.list.useQuery({ status: "active", limit: 1 }).data?.items ?? [];
  return (
    <EmptyState
      icon={History}
      title="No runs yet"
      action={
        <Link href="/workflows" className={buttonStyles()}>
          Go to the workflows
        </Link>
      }
      example={
        workflow ? (
          <CurlExample
            label={`Trigger “${workflow.name}” from a shell`}
            method="POST"
            path={`/api/workflows/${workflow.id}/trigger`}
            body={{}}
          />
        ) : undefined
      }
    >
      {workflow
        ? "Trigger an active workflow, with its button or over the API, and its run appears here."
        : "A run is a workflow being worked through, step by step. Activate a workflow and trigger it; its run appears here."}
    </EmptyState>
  );
}
