"use client";
import dynamic from "next/dynamic";
import { Dialog } from "@/components/ui/dialog";
import { LatePart, loadPatiently } from "@/components/ui/late-part";
import type { StartedRun } from "@/contracts/runs";
import type { TriggerPayloadProps } from "./trigger-payload";
import { TriggerSkeleton } from "./trigger-skeleton";
import type { StartMode } from "./use-start-run";
import type { StartingPayload } from "./use-suggested-payload";

/** Loaded when somebody opens the dialog. */
const Payload = dynamic<TriggerPayloadProps>(
  () => loadPatiently(() => import("./trigger-payload")).then((module) => module.TriggerPayload),
  { ssr: false, loading: TriggerSkeleton },
);

interface TriggerDialogProps {
  workflow: { id: string; name: string };
  /** `test` runs a draft, or an active workflow, as it is stored now */
  mode?: StartMode;
  payload: StartingPayload;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** what happens with the started run; left out, its page is opened */
  onStarted?: (run: StartedRun) => void;
}

const descriptions: Record<StartMode, string> = {
  trigger: "The payload may be any JSON; the workflow reads it as {{ trigger }}.",
  test: "Runs the workflow as it is saved now. What its steps do is real; the run is left out of statistics.",
};

export function TriggerDialog(props: TriggerDialogProps) {
  const { workflow, mode = "trigger", payload, open, onOpenChange, onStarted } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="wide"
      title={mode === "test" ? `Test run of “${workflow.name}”` : `Trigger “${workflow.name}”`}
      description={descriptions[mode]}
    >
      <LatePart what="The form">
        <Payload workflow={workflow} mode={mode} payload={payload} onStarted={onStarted} />
      </LatePart>
    </Dialog>
  );
}
