"use client";
import { Panel, useConnection } from "@xyflow/react";
import { Ban, Check } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { Edge } from "@/core/definition";

interface ConnectionHintProps {
  /** why an edge cannot be drawn, or undefined if it can */
  refusalOf: (edge: Edge) => string | undefined;
  nameOf: (nodeId: string) => string;
  /** what the last attempt was refused for */
  lastRefusal: string | undefined;
}

/** While an edge is drawn, says of the node under the pointer whether it can lead there, and if not, why. */
export function ConnectionHint({ refusalOf, nameOf, lastRefusal }: ConnectionHintProps) {
  const connection = useConnection();
  if (!connection.inProgress)
    return lastRefusal === undefined ? null : <Hint refusal={lastRefusal} text={lastRefusal} />;
  const { fromNode, fromHandle, toNode } = connection;
  if (!toNode || toNode.id === fromNode.id) return <Hint text="Drop it on a node, or on a free place for a new one." />;
  const branch = fromHandle.id ?? undefined;
  const ends = fromHandle.type === "source" ? [fromNode.id, toNode.id] : [toNode.id, fromNode.id];
  const [source = "", target = ""] = ends;
  const refusal = refusalOf({ source, target, ...(branch !== undefined && { branch }) });
  return <Hint refusal={refusal} text={refusal ?? `${nameOf(source)} → ${nameOf(target)}`} />;
}

function Hint({ text, refusal }: { text: string; refusal?: string | undefined }) {
  const Icon = refusal === undefined ? Check : Ban;
  return (
    <Panel position="top-center" className="pointer-events-none">
      <p
        role="status"
        className={cn(
          "flex max-w-96 items-start gap-1.5 rounded-md border bg-raised px-2.5 py-1.5 text-sm shadow-popup",
          refusal !== undefined && "border-danger-line text-danger-ink",
        )}
      >
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        {text}
      </p>
    </Panel>
  );
}
