"use client";
import { Zap } from "lucide-react";
import { useState } from "react";
import { useRefusal } from "@/components/access/identity";
import type { EditorPlace, PlacedProblem } from "@/components/editor/editor-types";
import { readError } from "@/components/errors/read-error";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify, notifyError } from "@/components/ui/toast";
import type { Workflow } from "@/contracts/workflows";
import { trpc } from "@/trpc/client";
import { ReasonsDialog } from "./reasons-dialog";
import type { WorkflowDraft } from "./use-workflow-draft";

interface ActivateButtonProps {
  workflow: Workflow;
  draft: WorkflowDraft;
  /** what is known to keep it from being activated */
  problems: readonly PlacedProblem[];
  onReveal: (place: EditorPlace) => void;
}

/** Activation cannot be taken back, so it asks first; where it cannot be done, it says why instead. */
export function ActivateButton({ workflow, draft, problems, onReveal }: ActivateButtonProps) {
  const utils = trpc.useUtils();
  const activate = trpc.workflows.activate.useMutation();
  const [asking, setAsking] = useState(false);
  const [reasons, setReasons] = useState<readonly PlacedProblem[]>();
  const busy = activate.isPending || draft.state === "saving";

  const confirm = async () => {
    if (draft.isDirty && !(await draft.save())) return setAsking(false);
    try {
      const active = await activate.mutateAsync({ id: workflow.id });
      utils.workflows.get.setData({ id: workflow.id }, active);
      notify(`“${active.name}” is active`, { description: "It can be triggered now." });
    } catch (error) {
      const refusal = readError(error);
      if (refusal.problems.length === 0) notifyError("The workflow could not be activated", error);
      else setReasons(refusal.problems.map(({ path, message }) => ({ place: { path }, message })));
    }
    setAsking(false);
    void utils.workflows.invalidate();
  };

  return (
    <>
      <Button
        variant="primary"
        busy={busy && !asking}
        refusal={useRefusal("workflows.activate")}
        onClick={() => (problems.length > 0 ? setReasons(problems) : setAsking(true))}
      >
        <Zap aria-hidden />
        Activate
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Activate “${draft.content.name}”?`}
        confirm={draft.isDirty ? "Save and activate" : "Activate"}
        busy={busy}
        onConfirm={() => void confirm()}
      >
        <p>
          From then on it can be triggered, and its definition is frozen: version {workflow.version} does not change any
          more.
        </p>
        {draft.isDirty ? <p>Your unsaved changes are saved first.</p> : null}
      </ConfirmDialog>
      <ReasonsDialog
        title="It cannot be activated yet"
        reasons={reasons}
        onClose={() => setReasons(undefined)}
        onReveal={onReveal}
      />
    </>
  );
}
