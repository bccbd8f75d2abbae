"use client";
import { Handle, type NodeProps, Position } from "@xyflow/react";
import { TriangleAlert } from "lucide-react";
import { memo } from "react";
import { nodeLook } from "@/components/graph/node-look";
import type { Tone } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { statusLooks, toneTextStyles } from "@/components/ui/status";
import { StatusIcon } from "@/components/ui/status-badge";
import { branchesOf, branchOffset, type EditorFlowNode } from "./flow-nodes";

const frames: Readonly<Record<Tone, string>> = {
  neutral: "border-line-strong",
  accent: "border-accent-ink",
  success: "border-success-line",
  warning: "border-warning-line",
  danger: "border-danger-ink",
};

/** A node to be worked with: its handles are there to be drawn from and to, and what is wrong with it is counted. */
export const EditorNodeCard = memo(function EditorNodeCard({
  data,
  selected,
  isConnectable,
}: NodeProps<EditorFlowNode>) {
  const { name, type, status, problemCount } = data;
  const { label, icon: Icon } = nodeLook(type);
  const branches = branchesOf(type);
  const tone = status && statusLooks[status].tone;
  return (
    <div
      className={cn(
        "editor-node flex h-14 w-52 items-center gap-2.5 rounded-lg border border-line-strong bg-raised px-2.5 text-ink",
        tone && frames[tone],
        problemCount > 0 && "border-danger-ink",
        selected && "outline-2 outline-accent-ink",
      )}
    >
      {type === "trigger" ? null : <Handle type="target" position={Position.Top} isConnectable={isConnectable} />}
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-hover text-ink-muted">
        <Icon aria-hidden className="size-4" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{name}</span>
        <span className="flex items-center gap-1 truncate text-xs text-ink-muted">
          {status ? (
            <span className={cn("flex items-center gap-1 font-medium", tone && toneTextStyles[tone])}>
              <StatusIcon status={status} className="size-3" />
              {statusLooks[status].label}
            </span>
          ) : (
            label
          )}
        </span>
      </span>
      {problemCount > 0 ? (
        <span className="flex shrink-0 items-center gap-0.5 text-xs font-medium text-danger-ink">
          <TriangleAlert aria-label="Has a problem" className="size-4" />
          {problemCount > 1 ? problemCount : null}
        </span>
      ) : null}
      {branches.length === 0 ? (
        <Handle type="source" position={Position.Bottom} isConnectable={isConnectable} />
      ) : (
        branches.map((branch, index) => (
          <Handle
            key={branch}
            id={branch}
            type="source"
            position={Position.Bottom}
            isConnectable={isConnectable}
            data-branch={branch}
            style={{ left: branchOffset(index, branches.length) }}
          >
            <span className="pointer-events-none absolute top-1/2 left-full ml-1 -translate-y-1/2 rounded bg-subtle px-1 text-[0.6875rem] leading-none font-medium text-ink-muted">
              {branch}
            </span>
          </Handle>
        ))
      )}
    </div>
  );
});
