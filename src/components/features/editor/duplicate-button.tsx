"use client";
import { Copy } from "lucide-react";
import { useWorkflowActions } from "@/components/features/workflows/use-workflow-actions";
import { Button } from "@/components/ui/button";
import type { Workflow } from "@/contracts/workflows";

/** A workflow that cannot be edited any more goes on as the draft of another. */
export function DuplicateButton({ workflow }: { workflow: Workflow }) {
  const { duplicateWorkflow, refusals, busy } = useWorkflowActions();
  return (
    <Button size="small" refusal={refusals.duplicate} busy={busy} onClick={() => void duplicateWorkflow(workflow)}>
      <Copy aria-hidden /> Duplicate as draft
    </Button>
  );
}
