"use client";
import { Archive, ArchiveRestore, Ellipsis } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { WorkflowSummary } from "@/contracts/workflows";
import { ArchiveDialog } from "./archive-dialog";
import { useWorkflowActions } from "./use-workflow-actions";

export function WorkflowRowMenu({ workflow }: { workflow: WorkflowSummary }) {
  const [asking, setAsking] = useState(false);
  const { archiveWorkflow, restoreWorkflow, busy } = useWorkflowActions();
  const archive = async () => {
    await archiveWorkflow(workflow);
    setAsking(false);
  };
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="small-icon" busy={busy} aria-label={`Actions for ${workflow.name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {workflow.status === "archived" ? (
          <MenuItem onClick={() => void restoreWorkflow(workflow)}>
            <ArchiveRestore aria-hidden /> Restore
          </MenuItem>
        ) : (
          <MenuItem onClick={() => (workflow.status === "active" ? setAsking(true) : void archive())}>
            <Archive aria-hidden /> Archive
          </MenuItem>
        )}
      </Menu>
      <ArchiveDialog
        name={workflow.name}
        open={asking}
        onOpenChange={setAsking}
        busy={busy}
        onConfirm={() => void archive()}
      />
    </>
  );
}
