"use client";
import { Tooltip } from "@base-ui/react/tooltip";
import { cn } from "@/components/ui/cn";
import { useTimeText } from "./clock";
import { formatCountdown, formatDuration, formatElapsed, formatExact, formatRelative } from "./format-time";
import { timeHint } from "./time-hint";
import { useZone } from "./use-zone";

interface RelativeTimeProps {
  at: string;
  className?: string;
  /** stands within a button or a link, which must not hold anything else to stop at: no hint on focus then */
  within?: "control";
  /** what stands after it, or wraps with it, stays where it is while the text changes: at the end of a line, whose place it keeps */
  steady?: boolean;
}

/** Wider than any text of a time: the page would jump under somebody who is about to click, with every second. */
const steadyWidth = "inline-block min-w-[9ch] whitespace-nowrap";

/**
 * How long ago, kept up to date; the exact time with its zone on hover and on focus, and in `datetime` for machines. It
 * stands above the link of a row that takes clicks for the whole row.
 */
export function RelativeTime({ at, className, within, steady = false }: RelativeTimeProps) {
  const time = Date.parse(at);
  const zone = useZone();
  const text = useTimeText((now) => formatRelative(time, now, zone));
  const look = cn("tabular-nums", steady && steadyWidth, className);
  if (within === "control") {
    return (
      <time dateTime={at} title={formatExact(time, zone)} className={look}>
        {text}
      </time>
    );
  }
  return (
    <Tooltip.Trigger
      handle={timeHint}
      payload={time}
      closeOnClick={false}
      // Without a mouse the exact time is reached by the keyboard.
      tabIndex={0}
      aria-description={formatExact(time, zone)}
      className={cn("relative z-10 rounded-sm", look)}
      render={<time dateTime={at} />}
    >
      {text}
    </Tooltip.Trigger>
  );
}

/** The exact time, for where it matters to the millisecond. */
export function ExactTime({ at }: { at: string }) {
  return <time dateTime={at}>{formatExact(Date.parse(at), useZone())}</time>;
}

/** How long something took, or takes so far while it has no end. */
export function Duration({ from, to, className }: { from: string; to: string | null; className?: string }) {
  const start = Date.parse(from);
  const end = to === null ? undefined : Date.parse(to);
  const text = useTimeText((now) => (end === undefined ? formatElapsed(now - start) : formatDuration(end - start)));
  return <span className={className}>{text}</span>;
}

export function Countdown({ until }: { until: string }) {
  const time = Date.parse(until);
  return <>{useTimeText((now) => formatCountdown(time, now))}</>;
}
