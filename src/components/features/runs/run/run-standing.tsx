"use client";
import { CircleX, Hourglass, Info, LoaderCircle, type LucideIcon, TriangleAlert } from "lucide-react";
import { Fragment } from "react";
import { Countdown, ExactTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { ReasonCode, RunExplanation } from "@/contracts/explanation";

type Look = [title: string, tone: keyof typeof tones, icon: LucideIcon];

const tones = {
  calm: "border-line bg-raised [&>svg]:text-ink-muted",
  accent: "border-accent-line bg-accent-soft [&>svg]:text-accent-ink",
  warning: "border-warning-line bg-warning-soft [&>svg]:text-warning-ink",
  danger: "border-danger-line bg-danger-soft [&>svg]:text-danger-ink",
};

/** What a run can stand at; what only nodes stand at never is the reason of a run. */
const looks: Partial<Record<ReasonCode, Look>> = {
  running: ["It is being worked on", "accent", LoaderCircle],
  waiting_for_delay: ["It waits for a delay", "calm", Hourglass],
  waiting_for_retry: ["It waits for the next try", "warning", Hourglass],
  waiting_for_host: ["It waits for its turn at a busy host", "calm", Hourglass],
  queued: ["It waits for a free worker", "calm", Hourglass],
  no_worker: ["It does not move: no worker is alive", "warning", TriangleAlert],
  workers_stopping: ["It does not move: every worker is stopping", "warning", TriangleAlert],
  lease_expired: ["Its worker gives no sign of life", "warning", TriangleAlert],
  nothing_open: ["It does not move: nothing of it is open", "danger", TriangleAlert],
  failed: ["It failed", "danger", CircleX],
  cancelled: ["It was cancelled", "calm", Info],
};

interface RunStandingProps {
  explanation: RunExplanation;
  onShow: (nodeId: string) => void;
}

/** Why the run stands where it stands, in words. A run that succeeded needs none. */
export function RunStanding({ explanation: { reason, status }, onShow }: RunStandingProps) {
  const look = looks[reason.code];
  if (!look) return null;
  const [title, tone, Icon] = look;
  const isOpen = status === "pending" || status === "running";
  const nodeId = reason.node_id;
  return (
    <section
      aria-label={isOpen ? "Why is it not moving?" : "How it ended"}
      className={cn("flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border px-4 py-3", tones[tone])}
    >
      <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", Icon === LoaderCircle && "motion-safe:animate-spin")} />
      <div className="min-w-0 flex-1 basis-48 text-sm">
        <p className="font-medium">
          {title}
          {reason.until && isOpen ? (
            <span className="font-normal text-ink-muted">
              {" · "}
              <Countdown until={reason.until} />
            </span>
          ) : null}
        </p>
        <p className="mt-0.5 line-clamp-4 break-words">
          <ReasonText text={reason.message} />
        </p>
      </div>
      {nodeId === null ? null : (
        <Button size="small" onClick={() => onShow(nodeId)}>
          Show the step
        </Button>
      )}
    </section>
  );
}

const times = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)/;

/** A reason's words, with its times in the reader's zone. */
export function ReasonText({ text }: { text: string }) {
  return text.split(times).map((part, index) =>
    // Every second part is a time: the pattern has one group.
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in its order
    index % 2 === 1 ? <ExactTime key={index} at={part} /> : <Fragment key={index}>{part}</Fragment>,
  );
}
