"use client";
import { formatToMinute } from "@/components/time/format-time";
import { useZone } from "@/components/time/use-zone";
import type { DeadLetterGroup } from "@/contracts/dead-letters";

const height = 28;
const barWidth = 4;
const gap = 1;

/** Deaths over time as bars; equal parts of the time, the same for all groups. In words for those who cannot see it. */
export function Sparkline({ timeline }: { timeline: DeadLetterGroup["timeline"] }) {
  const zone = useZone();
  const most = Math.max(1, ...timeline.map(({ count }) => count));
  const busy = timeline.filter(({ count }) => count > 0);
  const [first] = busy;
  const last = busy.at(-1);
  const span =
    first && last
      ? `, from ${formatToMinute(Date.parse(first.at), zone)} to ${formatToMinute(Date.parse(last.at), zone)}`
      : "";
  const width = timeline.length * (barWidth + gap);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={`Over time: at most ${most} in one of ${timeline.length} parts${span}`}
      // Where a row is narrow the bars give way: what is to be read, and pressed, does not.
      preserveAspectRatio="none"
      className="min-w-0"
    >
      {timeline.map(({ at, count }, index) => {
        const size = count === 0 ? 1 : Math.max(3, (count / most) * height);
        return (
          <rect
            key={at}
            x={index * (barWidth + gap)}
            y={height - size}
            width={barWidth}
            height={size}
            rx={1}
            className={count === 0 ? "fill-line-strong opacity-40" : "fill-danger-ink"}
          />
        );
      })}
    </svg>
  );
}
