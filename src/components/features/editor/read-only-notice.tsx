"use client";
import { Lock } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { Workflow } from "@/contracts/workflows";
import { DuplicateButton } from "./duplicate-button";
import type { WorkflowDraft } from "./use-workflow-draft";

const reasons = {
  active: "An active workflow cannot be edited: its runs rely on this version staying as it is.",
  archived: "An archived workflow cannot be edited or triggered. Restore it to go on with it.",
} as const;

interface ReadOnlyNoticeProps {
  workflow: Workflow;
  draft: WorkflowDraft;
  /** why whoever sits here may not edit a draft */
  refusal: string | undefined;
}

/** Says why there is nothing to edit; and when that changed while someone was editing, how to keep their work. */
export function ReadOnlyNotice({ workflow, draft, refusal }: ReadOnlyNoticeProps) {
  const isDraft = workflow.status === "draft";
  if (isDraft && refusal === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border bg-subtle px-3 py-2 text-sm">
      <Lock aria-hidden className="size-4 shrink-0 text-ink-muted" />
      <p className="min-w-0 flex-[1_1_12rem] text-ink-muted">
        {workflow.status === "draft"
          ? `You can look at this draft, but not change it. ${refusal}`
          : reasons[workflow.status]}
      </p>
      <DuplicateButton workflow={workflow} />
      {draft.isDirty ? (
        <div role="alert" className="flex basis-full flex-wrap items-center gap-2 text-warning-ink">
          <p className="flex-1">
            {isDraft ? "Your role" : `It became ${workflow.status}`} {isDraft ? "changed " : ""}while you were editing,
            so your changes cannot be saved here.
          </p>
          <CopyButton text={draft.content.source.text} label="Copy my definition" />
          <Button size="small" onClick={draft.discard}>
            Discard my changes
          </Button>
        </div>
      ) : null}
    </div>
  );
}
