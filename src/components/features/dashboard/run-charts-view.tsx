"use client";
import { Area, AreaChart, Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { type ChartStep, formatRate, series } from "./chart-data";

export interface ChartsProps {
  steps: readonly ChartStep[];
  /** when a step began, in words */
  format: (at: string) => string;
}

const tick = { fontSize: 11, fill: "var(--ink-muted)" };
const margin = { top: 8, right: 8, bottom: 0, left: 0 };
const tooltipStyles = {
  contentStyle: {
    background: "var(--raised)",
    border: "1px solid var(--line)",
    borderRadius: 8,
    color: "var(--ink)",
    fontSize: 12,
  },
  labelStyle: { color: "var(--ink-muted)" },
  isAnimationActive: false,
};
const axes = { stroke: "var(--line)", tickLine: false } as const;

/** Steps are told by their beginning; arrow keys go from one to the next. */
export function ThroughputChart({ steps, format }: ChartsProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={[...steps]} margin={margin} barCategoryGap="12%" title="Runs over time">
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="at" tickFormatter={format} tick={tick} minTickGap={28} {...axes} />
        <YAxis allowDecimals={false} tickFormatter={short} tick={tick} width={36} {...axes} axisLine={false} />
        <Tooltip
          {...tooltipStyles}
          cursor={{ fill: "var(--hover)" }}
          labelFormatter={(at) => format(String(at))}
          formatter={(value) => Number(value).toLocaleString("en")}
        />
        {series.map(({ key, label, colour }) => (
          <Bar key={key} dataKey={key} name={label} stackId="runs" fill={colour} isAnimationActive={false} />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

export function FailureRateChart({ steps, format }: ChartsProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart data={[...steps]} margin={margin} title="Failure rate">
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="at" tickFormatter={format} tick={tick} minTickGap={28} {...axes} />
        <YAxis
          domain={[0, (most: number) => Math.min(100, Math.max(5, Math.ceil(most * 1.2)))]}
          tickFormatter={(rate: number) => `${Math.round(rate)}%`}
          tick={tick}
          width={40}
          {...axes}
          axisLine={false}
        />
        <Tooltip
          {...tooltipStyles}
          labelFormatter={(at) => format(String(at))}
          formatter={(value) => formatRate(Number(value))}
        />
        <Area
          dataKey="failureRate"
          name="Failure rate"
          type="linear"
          stroke="var(--danger-ink)"
          strokeWidth={1.5}
          fill="var(--danger-ink)"
          fillOpacity={0.12}
          // A step without neighbours has no line; a dot shows it all the same.
          dot={{ r: 1.5, fill: "var(--danger-ink)", strokeWidth: 0 }}
          isAnimationActive={false}
        />
      </AreaChart>
    </ResponsiveContainer>
  );
}

function short(value: number): string {
  return new Intl.NumberFormat("en", { notation: "compact" }).format(value);
}
