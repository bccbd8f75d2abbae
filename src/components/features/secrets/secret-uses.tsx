"use client";
import { CircleCheck, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { errorText } from "@/components/errors/read-error";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusBadge } from "@/components/ui/status-badge";
import type { SecretUse } from "@/contracts/secrets";
import { trpc } from "@/trpc/client";
import { groupUses, type WorkflowUses } from "./group-uses";

/** What would miss a secret. It never keeps one from answering: what cannot be told is said instead. */
export function SecretUses({ secret }: { secret: string }) {
  const usage = trpc.secrets.usage.useQuery({ key: secret }, { staleTime: 0 });
  if (usage.isPending) {
    return (
      <div role="status">
        <span className="sr-only">Looking for workflows that read it</span>
        <Skeleton className="h-9" />
      </div>
    );
  }
  if (usage.isError) {
    return (
      <p role="alert" className="text-sm text-danger-ink">
        It could not be told which workflows read it. {errorText(usage.error)}
      </p>
    );
  }
  const workflows = groupUses(usage.data.uses);
  if (workflows.length === 0) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm">
        <CircleCheck aria-hidden className="size-4 shrink-0 text-success-ink" />
        No draft, active workflow or unfinished run reads it.
      </p>
    );
  }
  return (
    <section role="status" className="rounded-md border border-warning-line bg-warning-soft p-3 text-sm text-ink">
      <h3 className="flex items-center gap-2 font-medium text-warning-ink">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        {workflows.length === 1 ? "1 workflow reads it" : `${workflows.length} workflows read it`}
      </h3>
      <ul className="mt-2 flex max-h-48 flex-col gap-2 overflow-y-auto">
        {workflows.map((workflow) => (
          <li key={workflow.id}>
            <WorkflowLine workflow={workflow} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function WorkflowLine({ workflow: { id, name, status, uses } }: { workflow: WorkflowUses }) {
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <Link href={`/workflows/${id}`} className="min-w-0 truncate rounded-sm font-medium underline" title={name}>
          {name}
        </Link>
        <StatusBadge status={status} />
      </span>
      <span className="block text-xs break-words text-ink-muted">{uses.map(describeUse).join("; ")}</span>
    </>
  );
}

function describeUse({ kind, version, is_current, open_runs, node_ids }: SecretUse): string {
  const what = kind === "test" ? "a test run's copy" : `version ${version}`;
  const runs = open_runs === 1 ? "1 unfinished run" : `${open_runs} unfinished runs`;
  const reason = is_current
    ? open_runs > 0
      ? ` with ${runs}`
      : ""
    : `, which ${runs} ${open_runs === 1 ? "is" : "are"} on`;
  return `${what}${reason}: ${node_ids.join(", ")}`;
}
