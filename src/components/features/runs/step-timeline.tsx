"use client";
import type { Run } from "@/contracts/runs";
import { StepRow } from "./step-row";

interface StepTimelineProps {
  run: Run;
  now: number;
  /** node ids of the steps whose details are shown */
  opened: readonly string[];
  onToggle: (nodeId: string) => void;
}

export function StepTimeline({ run, now, opened, onToggle }: StepTimelineProps) {
  const start = Date.parse(run.created_at);
  const end = run.finished_at === null ? Math.max(now, start) : Date.parse(run.finished_at);
  return (
    <section aria-labelledby="steps" className="min-w-0">
      <h2 id="steps" className="mb-2 text-base font-semibold">
        Steps
      </h2>
      {run.steps.length === 0 ? (
        <p className="rounded-lg border border-dashed px-4 py-6 text-center text-sm text-ink-muted">No step yet.</p>
      ) : (
        <ol className="overflow-hidden rounded-lg border bg-raised">
          {run.steps.map((step) => (
            <StepRow
              key={step.id}
              step={step}
              span={{ start, end }}
              now={now}
              isOpen={opened.includes(step.node_id)}
              onToggle={() => onToggle(step.node_id)}
            />
          ))}
        </ol>
      )}
    </section>
  );
}
