"use client";
import { ErrorState } from "@/components/errors/error-state";
import { JsonView } from "@/components/json/json-view";
import { Tabs } from "@/components/ui/tabs";
import type { NodeReason } from "@/contracts/explanation";
import type { StepOverview } from "@/contracts/run-view";
import type { Step } from "@/contracts/runs";
import { StepAttempts } from "./step-attempts";
import { StepErrorView } from "./step-error";
import { StepRequest } from "./step-request";
import { StepTiming } from "./step-timing";
import type { StepTab } from "./use-selected-step";
import { useStepDetail } from "./use-step-detail";
import { ValueSkeleton } from "./value-skeleton";

export interface StepTabsProps {
  step: StepOverview;
  reason: NodeReason | undefined;
  tab: StepTab | null;
  onTab: (tab: StepTab) => void;
}

const labels: Record<StepTab, string> = {
  output: "Output",
  input: "Input",
  request: "Request",
  error: "Error",
  attempts: "Attempts",
  timing: "Timing",
};

export function StepTabs({ step, reason, tab, onTab }: StepTabsProps) {
  const detail = useStepDetail(step);
  const tabs = tabsOf(step);
  const shown = tab !== null && tabs.includes(tab) ? tab : firstTab(step);
  return (
    <Tabs
      label="What to see of the step"
      tabs={tabs.map((value) => ({ value, label: value === "attempts" ? countedAttempts(step) : labels[value] }))}
      value={shown}
      onValueChange={onTab}
    >
      {shown === "timing" ? (
        <StepTiming step={step} worker={reason?.worker ?? null} />
      ) : detail.data ? (
        <Content step={detail.data} tab={shown} />
      ) : detail.isError ? (
        <ErrorState
          title="The step could not be loaded"
          error={detail.error}
          busy={detail.isFetching}
          onRetry={() => void detail.refetch()}
        />
      ) : (
        <ValueSkeleton />
      )}
    </Tabs>
  );
}

function tabsOf(step: StepOverview): StepTab[] {
  return [
    "output",
    "input",
    ...(step.node_type === "http_request" ? (["request"] as const) : []),
    "error",
    "attempts",
    "timing",
  ];
}

/** What one comes to see: what went wrong, what came out, or else how long it takes. */
function firstTab(step: StepOverview): StepTab {
  if (step.status === "succeeded") return "output";
  return step.error ? "error" : "timing";
}

function countedAttempts({ attempts }: StepOverview) {
  return (
    <>
      {labels.attempts} <span className="text-xs text-ink-muted tabular-nums">{attempts.length}</span>
    </>
  );
}

function Content({ step, tab }: { step: Step; tab: Exclude<StepTab, "timing"> }) {
  switch (tab) {
    case "output": {
      if (!step.output) return <Nothing>{missingOutput(step)}</Nothing>;
      const isTrigger = step.node_type === "trigger";
      const root = isTrigger ? ({ kind: "trigger" } as const) : ({ kind: "step", nodeId: step.node_id } as const);
      return <JsonView label="Output" text={step.output.text} root={root} />;
    }
    case "input":
      return step.input ? <JsonView label="Input" text={step.input.text} /> : <Nothing>{missingInput(step)}</Nothing>;
    case "request":
      return <StepRequest step={step} />;
    case "error":
      return step.error ? <StepErrorView error={step.error} /> : <Nothing>No error: none of its tries failed.</Nothing>;
    case "attempts":
      return step.attempts.length > 0 ? <StepAttempts step={step} /> : <Nothing>It has not been tried yet.</Nothing>;
  }
}

function missingOutput({ status }: Step): string {
  return status === "pending" || status === "running" ? "No output yet." : "It has no output.";
}

function missingInput({ node_type, status }: Step): string {
  if (node_type === "trigger") return "A trigger has no input: its output is the payload.";
  return status === "pending" || status === "running" ? "Known once a try has ended." : "It has no input.";
}

function Nothing({ children }: { children: string }) {
  return <p className="py-6 text-center text-sm text-ink-muted">{children}</p>;
}
