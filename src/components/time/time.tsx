"use client";
import { useHydrated, useTimeText } from "./clock";
import { formatCountdown, formatDuration, formatElapsed, formatExact, formatRelative } from "./format-time";

/** How long ago, kept up to date; the exact time in the reader's zone on hover, and in `datetime` for machines. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const time = Date.parse(at);
  const text = useTimeText((now) => formatRelative(time, now));
  const zone = useHydrated() ? undefined : "UTC";
  return (
    <time dateTime={at} title={formatExact(time, zone)} className={className}>
      {text}
    </time>
  );
}

/** The exact time, for where it matters to the millisecond. */
export function ExactTime({ at }: { at: string }) {
  const zone = useHydrated() ? undefined : "UTC";
  return <time dateTime={at}>{formatExact(Date.parse(at), zone)}</time>;
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
