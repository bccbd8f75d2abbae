"use client";
import { useEffect } from "react";
import { TriggerDialog } from "@/components/features/runs/trigger/trigger-dialog";
import { TriggerSkeleton } from "@/components/features/runs/trigger/trigger-skeleton";
import { Dialog } from "@/components/ui/dialog";
import { notifyError } from "@/components/ui/toast";
import { trpc } from "@/trpc/client";
import { useCommands } from "./commands";

/** The dialog that triggers a workflow, for one that was chosen in the palette. */
export function TriggerFromAnywhere() {
  const { dialog, close } = useCommands();
  const id = dialog?.kind === "trigger" ? dialog.workflowId : undefined;
  const { data: workflow, error } = trpc.workflows.get.useQuery({ id: id ?? "" }, { enabled: id !== undefined });
  useEffect(() => {
    if (id === undefined || !error) return;
    notifyError("The workflow could not be loaded", error);
    close();
  }, [id, error, close]);
  if (id === undefined) return null;
  const closing = (open: boolean) => {
    if (!open) close();
  };
  if (workflow?.id !== id) {
    return (
      <Dialog open onOpenChange={closing} width="wide" title="Trigger a workflow">
        <TriggerSkeleton />
      </Dialog>
    );
  }
  return (
    <TriggerDialog
      workflow={workflow}
      payload={{ from: "suggestion", nodes: workflow.nodes }}
      open
      onOpenChange={closing}
    />
  );
}
