"use client";
import { ChevronRight } from "lucide-react";
import dynamic from "next/dynamic";
import { cn } from "@/components/ui/cn";
import { LatePart, loadPatiently } from "@/components/ui/late-part";
import { ValueSkeleton } from "./value-skeleton";

const PayloadView = dynamic<{ runId: string }>(
  () => loadPatiently(() => import("./payload-view")).then((module) => module.PayloadView),
  { ssr: false, loading: ValueSkeleton },
);

interface RunPayloadProps {
  runId: string;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What the run was started with, loaded when it is looked at. */
export function RunPayload({ runId, isOpen, onOpenChange }: RunPayloadProps) {
  return (
    <div className="min-w-0">
      <h2 className="mb-2 text-base font-semibold">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onOpenChange(!isOpen)}
          className="flex items-center gap-1 rounded-sm"
        >
          <ChevronRight
            aria-hidden
            className={cn("size-4 text-ink-faint transition-transform", isOpen && "rotate-90")}
          />
          Payload
        </button>
      </h2>
      {isOpen ? (
        <LatePart what="The payload">
          <PayloadView runId={runId} />
        </LatePart>
      ) : null}
    </div>
  );
}
