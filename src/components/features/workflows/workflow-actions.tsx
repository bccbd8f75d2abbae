"use client";
import { Archive, ArchiveRestore, Ellipsis } from "lucide-react";
import { useState } from "react";
import { TriggerButton } from "@/components/features/runs/trigger-button";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { Workflow } from "@/contracts/workflows";
import { ArchiveDialog } from "./archive-dialog";
import { useWorkflowActions } from "./use-workflow-actions";

/** What can be done with a workflow as a whole; saving and activating a draft stand in front of it. */
export function WorkflowActions({ workflow }: { workflow: Workflow }) {
  const [asking, setAsking] = useState(false);
  const { archiveWorkflow, restoreWorkflow, busy } = useWorkflowActions();
  const archive = async () => {
    await archiveWorkflow(workflow);
    setAsking(false);
  };
  if (workflow.status === "archived") {
    return (
      <Button variant="primary" busy={busy} onClick={() => void restoreWorkflow(workflow)}>
        <ArchiveRestore aria-hidden />
        Restore
      </Button>
    );
  }
  return (
    <>
      {workflow.status === "active" ? <TriggerButton workflow={workflow} nodes={workflow.nodes} /> : null}
      <Menu
        trigger={
          <Button size="icon" busy={busy} aria-label="More actions">
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem onClick={() => (workflow.status === "active" ? setAsking(true) : void archive())}>
          <Archive aria-hidden /> Archive
        </MenuItem>
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
