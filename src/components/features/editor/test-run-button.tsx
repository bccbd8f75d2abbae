"use client";
import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { useRefusal } from "@/components/access/identity";
import type { EditorPlace, PlacedProblem } from "@/components/editor/editor-types";
import { TriggerDialog } from "@/components/features/runs/trigger/trigger-dialog";
import { Button } from "@/components/ui/button";
import type { Workflow } from "@/contracts/workflows";
import { ReasonsDialog } from "./reasons-dialog";
import type { WorkflowDraft } from "./use-workflow-draft";

interface TestRunButtonProps {
  workflow: Workflow;
  /** the run is shown here, and not on its own page */
  onStarted: (runId: string) => void;
  draft: WorkflowDraft;
  /** what is known to keep it from running */
  problems: readonly PlacedProblem[];
  onReveal: (place: EditorPlace) => void;
}

/** Tries a draft out. What runs is what is stored, so edits are saved first. */
export function TestRunButton({ workflow, draft, problems, onReveal, onStarted }: TestRunButtonProps) {
  const [open, setOpen] = useState(false);
  const [reasons, setReasons] = useState<readonly PlacedProblem[]>();
  const begin = async () => {
    if (problems.length > 0) setReasons(problems);
    else if (!draft.isDirty || (await draft.save())) setOpen(true);
  };
  return (
    <>
      <Button refusal={useRefusal("runs.testRun")} onClick={() => void begin()}>
        <FlaskConical aria-hidden />
        Test run
      </Button>
      <TriggerDialog
        workflow={workflow}
        mode="test"
        payload={{ from: "suggestion", nodes: workflow.nodes }}
        open={open}
        onOpenChange={setOpen}
        onStarted={({ id }) => {
          setOpen(false);
          onStarted(id);
        }}
      />
      <ReasonsDialog
        title="It cannot run yet"
        reasons={reasons}
        onClose={() => setReasons(undefined)}
        onReveal={onReveal}
      />
    </>
  );
}
