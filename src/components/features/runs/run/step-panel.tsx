"use client";
import { X } from "lucide-react";
import dynamic from "next/dynamic";
import { type Ref, useEffect, useRef } from "react";
import { nodeLook } from "@/components/graph/node-look";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { LatePart, loadPatiently } from "@/components/ui/late-part";
import { StatusBadge } from "@/components/ui/status-badge";
import type { NodeReason } from "@/contracts/explanation";
import { ReasonText } from "./run-standing";
import type { StepLine } from "./step-row";
import type { StepTabsProps } from "./step-tabs";
import type { StepTab } from "./use-selected-step";
import { ValueSkeleton } from "./value-skeleton";

/** What a step's values are shown with comes with the values: the page works before. */
const StepTabs = dynamic<StepTabsProps>(
  () => loadPatiently(() => import("./step-tabs")).then((module) => module.StepTabs),
  { ssr: false, loading: ValueSkeleton },
);

interface StepPanelProps {
  line: StepLine;
  /** why the step, or the node without one, stands where it stands; none: it succeeded, or that is not known yet */
  reason: NodeReason | undefined;
  tab: StepTab | null;
  onTab: (tab: StepTab) => void;
  onClose: () => void;
  panelRef: Ref<HTMLElement>;
}

/** All that is known of one step; of a node without one, why it did not run. */
export function StepPanel({ line, reason, tab, onTab, onClose, panelRef }: StepPanelProps) {
  const { icon: Icon, label } = nodeLook(line.type);
  const { step } = line;
  return (
    <section
      ref={panelRef}
      aria-labelledby="step-panel-title"
      className="scroll-mt-16 overflow-hidden rounded-lg border bg-raised"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onClose();
      }}
    >
      <header className="flex items-start gap-2 border-b px-3 py-2">
        <Icon aria-hidden className="mt-1 size-4 shrink-0 text-ink-muted" />
        <div className="min-w-0 flex-1">
          <h2 id="step-panel-title" className="text-base font-semibold break-words">
            {line.name}
          </h2>
          <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-muted">
            <span>{label}</span>
            <code className="min-w-0 font-mono break-all">{line.nodeId}</code>
          </p>
        </div>
        <StatusBadge status={line.status} />
        <Button variant="ghost" size="small-icon" aria-label="Close the step" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </header>
      {reason ? (
        <p className="border-b bg-subtle px-3 py-2 text-sm break-words">
          <ReasonText text={reason.message} />
        </p>
      ) : null}
      {step ? (
        <>
          <p className="flex items-center gap-1 border-b px-3 text-xs text-ink-muted">
            <span className="shrink-0">Dedup key</span>{" "}
            <code className="min-w-0 truncate font-mono">{step.dedup_key}</code>
            <CopyButton text={step.dedup_key} label="Copy the dedup key" />
          </p>
          <LatePart what="The step">
            <StepTabs key={step.id} step={step} reason={reason} tab={tab} onTab={onTab} />
          </LatePart>
        </>
      ) : null}
    </section>
  );
}

/** Brings the panel's beginning into sight whenever another step is chosen, but for the first, which the page opens with. */
export function useShownPanel(selected: string | undefined) {
  const panel = useRef<HTMLElement>(null);
  const last = useRef(selected);
  useEffect(() => {
    if (last.current === selected) return;
    last.current = selected;
    const place = panel.current?.getBoundingClientRect();
    if (place && (place.top < 0 || place.top > window.innerHeight - 200)) {
      panel.current?.scrollIntoView({ block: "start" });
    }
  }, [selected]);
  return panel;
}
