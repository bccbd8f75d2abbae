import { formatDuration } from "@/components/time/format-time";
import { placeOf, type TimeSpan, ticksOf } from "./waterfall";

const mostTicks = 5;

/** Round times since the run was created, above the bars; each has a line behind them. */
export function TimeAxis({ span }: { span: TimeSpan }) {
  return ticks(span).map(({ time, left }) => (
    <span
      key={time}
      className="absolute inset-y-0 border-l pl-1 text-[0.6875rem] leading-6 whitespace-nowrap text-ink-muted tabular-nums"
      style={{ left: `${left}%` }}
    >
      {left > 88 ? null : formatDuration(time)}
    </span>
  ));
}

export function TimeLines({ span }: { span: TimeSpan }) {
  return ticks(span).map(({ time, left }) => (
    <span key={time} className="absolute inset-y-0 border-l border-line" style={{ left: `${left}%` }} />
  ));
}

function ticks(span: TimeSpan): { time: number; left: number }[] {
  return ticksOf(span, mostTicks).map((time) => ({
    time,
    left: placeOf({ from: span.start + time, to: span.start + time }, span).left,
  }));
}
