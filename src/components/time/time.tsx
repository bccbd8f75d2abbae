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
  /** the full stop of a sentence that ends with it: after the text, not after the place that it keeps */
  stop?: ".";
}

/**
 * What ticks keeps its place, and its line, wider than any of its texts: the page would jump under somebody who is about to
 * click, with every second. So it belongs at the end of a line, or has a column of its own.
 */
const steady = "inline-block min-w-[9ch] whitespace-nowrap tabular-nums";

/**
 * How long ago, kept up to date; the exact time with its zone on hover and on focus, and in `datetime` for machines. It
 * stands above the link of a row that takes clicks for the whole row.
 */
export function RelativeTime({ at, className, within, stop }: RelativeTimeProps) {
  const time = Date.parse(at);
  const zone = useZone();
  const text = useTimeText((now) => formatRelative(time, now, zone));
  const look = cn(steady, className);
  if (within === "control") {
    return (
      <time dateTime={at} title={formatExact(time, zone)} className={look}>
        {text}
        {stop}
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
      {stop}
    </Tooltip.Trigger>
  );
}

/** The exact time, for where it matters to the millisecond. */
export function ExactTime({ at }: { at: string }) {
  return <time dateTime={at}>{formatExact(Date.parse(at), useZone())}</time>;
}

/** How long something took, or takes so far while it has no end. */
export function Duration({ from, to }: { from: string; to: string | null }) {
  const start = Date.parse(from);
  const end = to === null ? undefined : Date.parse(to);
  const text = useTimeText((now) => (end === undefined ? formatElapsed(now - start) : formatDuration(end - start)));
  return <span className={end === undefined ? steady : "tabular-nums"}>{text}</span>;
}

interface CountdownProps {
  until: string;
  /** ends a line that never wraps and is cut off where it is too long: nothing can move there, and every bit of its room counts */
  within?: "cut-line";
}

export function Countdown({ until, within }: CountdownProps) {
  const time = Date.parse(until);
  const text = useTimeText((now) => formatCountdown(time, now));
  return <span className={within === "cut-line" ? "tabular-nums" : steady}>{text}</span>;
}
