"use client";
import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { TriangleAlert } from "lucide-react";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { type Status, statusLooks, toneTextStyles } from "@/components/ui/status";
import { StatusIcon } from "@/components/ui/status-badge";
import { nodeLook } from "./node-look";

export type CardNode = Node<{ name: string; type: string; status: Status | undefined; faulty: boolean }, "card">;

const frames: Partial<Record<Status, string>> = {
  succeeded: "border-success-line",
  running: "border-accent-ink",
  waiting: "border-accent-line",
  retrying: "border-warning-line",
  blocked: "border-warning-line",
  dead: "border-danger-ink",
  not_taken: "border-dashed border-line-strong bg-subtle",
  not_reached: "border-dashed border-line-strong bg-subtle",
  skipped: "border-dashed border-line-strong bg-subtle",
};

/** One node: its type's icon, its name, its type, and in a run what became of it. */
export const GraphNodeCard = memo(function GraphNodeCard({ data, selected }: NodeProps<CardNode>) {
  const { label, icon: Icon } = nodeLook(data.type);
  const { status } = data;
  return (
    <div
      className={cn(
        "flex h-14 w-52 items-center gap-2.5 rounded-lg border bg-raised px-2.5 text-ink",
        status && frames[status],
        data.faulty && "border-danger-ink",
        selected && "outline-2 outline-accent-ink",
      )}
    >
      <Handle type="target" position={Position.Top} isConnectable={false} className="invisible" />
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-hover text-ink-muted">
        <Icon aria-hidden className="size-4" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{data.name}</span>
        <span className="flex items-center gap-1 truncate text-xs text-ink-muted">
          {status ? (
            <span className={cn("flex items-center gap-1 font-medium", toneTextStyles[statusLooks[status].tone])}>
              <StatusIcon status={status} className="size-3" />
              {statusLooks[status].label}
            </span>
          ) : (
            label
          )}
        </span>
      </span>
      {data.faulty ? <TriangleAlert aria-label="Has a problem" className="size-4 shrink-0 text-danger-ink" /> : null}
      <Handle type="source" position={Position.Bottom} isConnectable={false} className="invisible" />
    </div>
  );
});
