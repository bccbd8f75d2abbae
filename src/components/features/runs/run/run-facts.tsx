import Link from "next/link";
import type { ReactNode } from "react";
import { actorName } from "@/components/features/accounts/actor-name";
import { Duration, RelativeTime } from "@/components/time/time";
import { CopyButton } from "@/components/ui/copy-button";
import type { RunOverview } from "@/contracts/run-view";
import { triggerLabels } from "../trigger-labels";

export function RunFacts({ run }: { run: RunOverview }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg border bg-raised px-4 py-3 text-sm sm:flex sm:flex-wrap sm:gap-x-10">
      <Fact name="Workflow" className="col-span-2 max-w-full">
        <Link
          href={`/workflows/${run.workflow_id}`}
          className="block truncate rounded-sm font-medium text-accent-ink hover:underline"
        >
          {run.workflow_name}
        </Link>
      </Fact>
      <Fact name="Version">v{run.version}</Fact>
      <Fact name="Trigger">
        {triggerLabels[run.trigger_type]} <span className="text-ink-muted">by {actorName(run.actor)}</span>
      </Fact>
      <Fact name="Created" className="min-w-20">
        <RelativeTime at={run.created_at} />
      </Fact>
      <Fact name="Duration" className="min-w-20">
        <Duration from={run.created_at} to={run.finished_at} />
      </Fact>
      <Fact name="Run id" className="col-span-2">
        <span className="flex items-center gap-1">
          <code className="truncate font-mono text-xs">{run.id}</code>
          <CopyButton text={run.id} label="Copy the run id" className="-my-1.5" />
        </span>
      </Fact>
    </dl>
  );
}

function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${className ?? ""}`}>
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd className="mt-0.5 min-w-0">{children}</dd>
    </div>
  );
}
