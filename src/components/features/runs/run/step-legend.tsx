import { cn } from "@/components/ui/cn";
import type { RunOverview } from "@/contracts/run-view";
import { stretchStyles } from "./step-bar";
import { type StretchKind, stretchesOf, stretchLabels } from "./waterfall";

/** What the bars mean, those that the run has. */
export function StepLegend({ run, now }: { run: RunOverview; now: number }) {
  const seen = new Set(run.steps.flatMap((step) => stretchesOf(step, now).map(({ kind }) => kind)));
  const kinds = (Object.keys(stretchLabels) as StretchKind[]).filter((kind) => seen.has(kind));
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 border-t bg-subtle px-3 py-1.5">
      {kinds.map((kind) => (
        <li key={kind} className="flex items-center gap-1.5 text-[0.6875rem] text-ink-muted">
          <span aria-hidden className={cn("w-4", stretchStyles[kind])} />
          {stretchLabels[kind]}
        </li>
      ))}
    </ul>
  );
}
