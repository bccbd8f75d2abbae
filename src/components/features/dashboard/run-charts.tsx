"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useZone } from "@/components/time/use-zone";
import { Button } from "@/components/ui/button";
import { LatePart, loadPatiently } from "@/components/ui/late-part";
import { Skeleton } from "@/components/ui/skeleton";
import type { RunStatistics } from "@/contracts/dashboard";
import type { TimeRange } from "@/core/time-range";
import { Card } from "./card";
import { type ChartStep, chartSteps, failureRate, formatRate, series } from "./chart-data";
import { ChartTable } from "./chart-table";
import { formatStep } from "./format-step";
import type { ChartsProps } from "./run-charts-view";

const loading = () => <Skeleton className="m-4 h-52" />;
const Throughput = dynamic<ChartsProps>(
  () => loadPatiently(() => import("./run-charts-view")).then((module) => module.ThroughputChart),
  { ssr: false, loading },
);
const FailureRate = dynamic<ChartsProps>(
  () => loadPatiently(() => import("./run-charts-view")).then((module) => module.FailureRateChart),
  { ssr: false, loading },
);

/** Runs and their failures over time, as charts or, with the same numbers, as a table. */
export function RunCharts({ statistics, range }: { statistics: RunStatistics | undefined; range: TimeRange }) {
  const [isTable, setTable] = useState(false);
  const zone = useZone();
  const steps = statistics && chartSteps(statistics);
  const format = (at: string) => formatStep(at, range, zone);
  const toggle = (
    <Button size="small" variant="ghost" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
      {isTable ? "Show as charts" : "Show as a table"}
    </Button>
  );
  if (isTable && steps) {
    return (
      <Card title="Runs over time" action={toggle}>
        <ChartTable steps={steps} format={format} />
      </Card>
    );
  }
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <div className="min-w-0 lg:col-span-2">
        <Card title="Runs over time" action={toggle}>
          <Legend />
          <figure
            aria-label={steps ? describeRuns(steps) : "Runs over time"}
            className="relative h-60 min-w-0 px-2 pb-2"
          >
            {steps && isEmpty(steps) ? <Nothing>No run was created in this time.</Nothing> : null}
            <LatePart what="The chart">{steps ? <Throughput steps={steps} format={format} /> : loading()}</LatePart>
          </figure>
        </Card>
      </div>
      <Card title="Failure rate">
        <p className="px-4 pt-2 text-xs text-ink-muted">Failed runs, of those that succeeded or failed</p>
        <figure aria-label={steps ? describeRate(steps) : "Failure rate"} className="relative h-60 min-w-0 px-2 pb-2">
          {steps && overallRate(steps) === null ? <Nothing>No run has succeeded or failed.</Nothing> : null}
          <LatePart what="The chart">{steps ? <FailureRate steps={steps} format={format} /> : loading()}</LatePart>
        </figure>
      </Card>
    </div>
  );
}

/** Says above an empty chart that it is one, and not still loading. */
function Nothing({ children }: { children: string }) {
  return (
    <p className="pointer-events-none absolute inset-0 z-10 grid place-content-center px-6 text-center text-sm text-ink-muted">
      <span className="rounded bg-raised px-2 py-0.5">{children}</span>
    </p>
  );
}

function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 px-4 pt-2 text-xs text-ink-muted">
      {series.map(({ key, label, colour }) => (
        <li key={key} className="flex items-center gap-1.5">
          <span aria-hidden className="size-2.5 rounded-sm" style={{ background: colour }} />
          {label}
        </li>
      ))}
    </ul>
  );
}

function sum(steps: readonly ChartStep[], key: (typeof series)[number]["key"]): number {
  return steps.reduce((total, step) => total + step[key], 0);
}

const isEmpty = (steps: readonly ChartStep[]) => series.every(({ key }) => sum(steps, key) === 0);

const overallRate = (steps: readonly ChartStep[]) => failureRate(sum(steps, "succeeded"), sum(steps, "failed"));

function describeRuns(steps: readonly ChartStep[]): string {
  const totals = series.map(({ key, label }) => `${sum(steps, key).toLocaleString("en")} ${label.toLowerCase()}`);
  return `Runs over time: ${totals.join(", ")}. The table has every number.`;
}

function describeRate(steps: readonly ChartStep[]): string {
  const rate = overallRate(steps);
  return rate === null ? "Failure rate: nothing succeeded or failed." : `Failure rate: ${formatRate(rate)} overall.`;
}
