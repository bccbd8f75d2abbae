import type { ReactNode } from "react";
import { JsonView } from "@/components/json/json-view";
import { Duration, ExactTime } from "@/components/time/time";
import { CopyButton } from "@/components/ui/copy-button";
import type { Step } from "@/contracts/runs";
import { StepAttempts } from "./step-attempts";
import { StepErrorView } from "./step-error";

/** All that is known of a step: why it failed, what went in and came out, each try, and its times. */
export function StepDetails({ step }: { step: Step }) {
  return (
    <div className="flex flex-col gap-3">
      {step.error ? <StepErrorView error={step.error} /> : null}
      {step.input ? <JsonView label="Input" text={step.input.text} /> : null}
      {step.output ? <JsonView label="Output" text={step.output.text} /> : null}
      {step.attempts.length > 0 ? <StepAttempts step={step} /> : null}
      <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
        <Fact name="Node">
          <code className="font-mono break-all">{step.node_id}</code>
        </Fact>
        <Fact name="Started">{step.started_at ? <ExactTime at={step.started_at} /> : "Not yet"}</Fact>
        <Fact name="Finished">{step.finished_at ? <ExactTime at={step.finished_at} /> : "Not yet"}</Fact>
        {step.started_at ? (
          <Fact name="Duration">
            <Duration from={step.started_at} to={step.finished_at} />
          </Fact>
        ) : null}
        <Fact name="Dedup key">
          <span className="flex items-center gap-1">
            <code className="min-w-0 font-mono break-all">{step.dedup_key}</code>
            <CopyButton text={step.dedup_key} label="Copy the dedup key" className="-my-1.5" />
          </span>
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
