import type { StepOverview } from "@/contracts/run-view";

/** The time that the whole waterfall covers. */
export interface TimeSpan {
  start: number;
  end: number;
}

/** What a step did, or what it waited for, for a while. */
export type StretchKind = "work" | "failed" | "running" | "delay" | "backoff" | "queued" | "cancelled";

export interface Stretch {
  kind: StretchKind;
  from: number;
  to: number;
}

export const stretchLabels: Record<StretchKind, string> = {
  work: "Done",
  failed: "Failed attempt",
  running: "Running",
  delay: "Delay",
  backoff: "Waits for the next try",
  queued: "In the queue",
  cancelled: "Cancelled",
};

/**
 * A step's life as stretches of time: its tries, the backoff between them, the delay that it is, and its wait for a
 * worker while it is due.
 */
export function stretchesOf(step: StepOverview, now: number): Stretch[] {
  const stretches: Stretch[] = [];
  const add = (kind: StretchKind, from: number, to: number) => {
    if (to >= from) stretches.push({ kind, from, to });
  };
  const end = parseTime(step.finished_at);
  const due = parseTime(step.next_retry_at);
  const start = parseTime(step.started_at);
  if (step.node_type === "delay" && start !== undefined && step.attempts.every(({ error }) => error === null)) {
    add("delay", start, end ?? Math.min(now, due ?? now));
    if (step.status === "pending" && due !== undefined) add("queued", due, now);
    return stretches;
  }
  let last: number | undefined;
  for (const attempt of step.attempts) {
    const from = parseTime(attempt.started_at);
    if (from === undefined) continue;
    if (last !== undefined) add("backoff", last, from);
    const to = parseTime(attempt.finished_at);
    add(kindOf(step, attempt.error !== null, to), from, to ?? now);
    last = to;
  }
  if (step.status === "pending" && due !== undefined) {
    if (last !== undefined) add("backoff", last, Math.min(due, now));
    add("queued", due, now);
  }
  return stretches;
}

function kindOf(step: StepOverview, failed: boolean, to: number | undefined): StretchKind {
  if (failed) return "failed";
  if (to === undefined) return "running";
  return step.status === "cancelled" ? "cancelled" : "work";
}

function parseTime(time: string | null): number | undefined {
  return time === null ? undefined : Date.parse(time);
}

/** Where a stretch stands on the axis, in percent. */
export function placeOf({ from, to }: Pick<Stretch, "from" | "to">, span: TimeSpan): { left: number; width: number } {
  const total = Math.max(1, span.end - span.start);
  const percent = (time: number) => Math.min(100, Math.max(0, ((time - span.start) / total) * 100));
  const left = percent(from);
  return { left, width: percent(to) - left };
}

const seconds = 1_000;
const niceSteps = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600].map((step) => step * seconds),
  ...[2, 6, 12, 24, 48, 168].map((hours) => hours * 3_600 * seconds),
];

/** Round times from the start of the span on, at most so many. */
export function ticksOf({ start, end }: TimeSpan, most: number): number[] {
  const length = Math.max(1, end - start);
  const step = niceSteps.find((candidate) => length / candidate <= most) ?? length / most;
  const ticks: number[] = [];
  for (let time = 0; time <= length; time += step) ticks.push(time);
  return ticks;
}
