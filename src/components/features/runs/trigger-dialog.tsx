"use client";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { TriggerForm } from "./trigger-form";
import type { StartMode } from "./use-start-run";
import { type StartingPayload, useSuggestedPayload } from "./use-suggested-payload";

interface TriggerDialogProps {
  workflow: { id: string; name: string };
  /** `test` runs a draft, or an active workflow, as it is stored now */
  mode?: StartMode;
  payload: StartingPayload;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const descriptions: Record<StartMode, string> = {
  trigger: "The payload may be any JSON; the workflow reads it as {{ trigger }}.",
  test: "Runs the workflow as it is saved now. What its steps do is real; the run is left out of statistics.",
};

export function TriggerDialog({ workflow, mode = "trigger", payload, open, onOpenChange }: TriggerDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="wide"
      title={mode === "test" ? `Test run of “${workflow.name}”` : `Trigger “${workflow.name}”`}
      description={descriptions[mode]}
    >
      <Content workflow={workflow} mode={mode} payload={payload} />
    </Dialog>
  );
}

interface ContentProps {
  workflow: { id: string; name: string };
  mode: StartMode;
  payload: StartingPayload;
}

/** Lives only while the dialog is open, so that each opening starts afresh. */
function Content({ workflow, mode, payload }: ContentProps) {
  const suggestion = useSuggestedPayload(workflow.id, payload);
  if (suggestion === undefined) {
    return (
      <div role="status" className="h-80 px-5 pb-5">
        <span className="sr-only">Loading</span>
        <Skeleton className="h-full" />
      </div>
    );
  }
  return <TriggerForm workflow={workflow} mode={mode} suggestion={suggestion} />;
}
