"use client";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { JsonText } from "@/core/json";
import { TriggerForm } from "./trigger-form";
import { useSuggestedPayload } from "./use-suggested-payload";

/** What the editor starts with: a given payload, or the workflow's last one, or one made from what the workflow reads. */
export type StartingPayload = { from: "given"; payload: JsonText } | { from: "suggestion"; nodes: JsonText };

interface TriggerDialogProps {
  workflow: { id: string; name: string };
  payload: StartingPayload;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function TriggerDialog({ workflow, payload, open, onOpenChange }: TriggerDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="wide"
      title={`Trigger “${workflow.name}”`}
      description="The payload may be any JSON; the workflow reads it as {{ trigger }}."
    >
      <Content workflow={workflow} payload={payload} />
    </Dialog>
  );
}

/** Lives only while the dialog is open, so that each opening starts afresh. */
function Content({ workflow, payload }: Pick<TriggerDialogProps, "workflow" | "payload">) {
  const suggestion = useSuggestedPayload(workflow.id, payload);
  if (suggestion === undefined) {
    return (
      <div role="status" className="h-80 px-5 pb-5">
        <span className="sr-only">Loading</span>
        <Skeleton className="h-full" />
      </div>
    );
  }
  return <TriggerForm workflow={workflow} suggestion={suggestion} />;
}
