import {
  Archive,
  Ban,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  PencilLine,
  RotateCw,
  SkipForward,
  Zap,
} from "lucide-react";
import type { RunStatus, StepStatus, WorkflowStatus } from "@/core/state";
import type { Tone } from "./badge";

/** What is shown beyond the stored statuses: a pending step that waits for its time, and a node without a step. */
export type DerivedStatus = "waiting" | "retrying" | "not_taken" | "not_reached";
export type Status = WorkflowStatus | RunStatus | StepStatus | DerivedStatus;

/** The colour of a status without a frame of its own: its icon, and its name beside it. */
export const toneTextStyles: Readonly<Record<Tone, string>> = {
  neutral: "text-ink-faint",
  accent: "text-accent-ink",
  success: "text-success-ink",
  warning: "text-warning-ink",
  danger: "text-danger-ink",
};

export interface StatusLook {
  label: string;
  tone: Tone;
  icon: LucideIcon;
  /** the icon turns while the thing is under way */
  turning?: boolean;
}

/** How every status looks, wherever it is shown: an icon, a word and a colour, so that none of them stands alone. */
export const statusLooks: Record<Status, StatusLook> = {
  draft: { label: "Draft", tone: "neutral", icon: PencilLine },
  active: { label: "Active", tone: "success", icon: Zap },
  archived: { label: "Archived", tone: "neutral", icon: Archive },
  pending: { label: "Pending", tone: "neutral", icon: Clock },
  running: { label: "Running", tone: "accent", icon: LoaderCircle, turning: true },
  succeeded: { label: "Succeeded", tone: "success", icon: CircleCheck },
  failed: { label: "Failed", tone: "danger", icon: CircleX },
  cancelled: { label: "Cancelled", tone: "neutral", icon: Ban },
  dead: { label: "Dead", tone: "danger", icon: OctagonX },
  skipped: { label: "Skipped", tone: "neutral", icon: SkipForward },
  blocked: { label: "Blocked", tone: "warning", icon: Hourglass },
  waiting: { label: "Waiting", tone: "accent", icon: Hourglass },
  retrying: { label: "Retrying", tone: "warning", icon: RotateCw },
  not_taken: { label: "Not taken", tone: "neutral", icon: CircleDashed },
  not_reached: { label: "Not reached", tone: "neutral", icon: CircleDashed },
};
