"use client";
import { Archive, ArchiveRestore, Copy, Download, Ellipsis, Play } from "lucide-react";
import { useState } from "react";
import { useRefusal } from "@/components/access/identity";
import { useCommands } from "@/components/features/shell/commands";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { WorkflowSummary } from "@/contracts/workflows";
import { ArchiveDialog } from "./archive-dialog";
import { useWorkflowActions } from "./use-workflow-actions";

export function WorkflowRowMenu({ workflow }: { workflow: WorkflowSummary }) {
  const [asking, setAsking] = useState(false);
  const { open } = useCommands();
  const actions = useWorkflowActions();
  const triggering = useRefusal("runs.trigger");
  const archive = async () => {
    await actions.archiveWorkflow(workflow);
    setAsking(false);
  };
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="small-icon" busy={actions.busy} aria-label={`Actions for ${workflow.name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {workflow.status === "active" ? (
          <MenuItem refusal={triggering} onClick={() => open({ kind: "trigger", workflowId: workflow.id })}>
            <Play aria-hidden /> Trigger
          </MenuItem>
        ) : null}
        <MenuItem refusal={actions.refusals.duplicate} onClick={() => void actions.duplicateWorkflow(workflow)}>
          <Copy aria-hidden /> Duplicate as draft
        </MenuItem>
        <MenuItem onClick={() => void actions.exportWorkflow(workflow)}>
          <Download aria-hidden /> Export
        </MenuItem>
        {workflow.status === "archived" ? (
          <MenuItem refusal={actions.refusals.restore} onClick={() => void actions.restoreWorkflow(workflow)}>
            <ArchiveRestore aria-hidden /> Restore
          </MenuItem>
        ) : (
          <MenuItem
            refusal={actions.refusals.archive}
            onClick={() => (workflow.status === "active" ? setAsking(true) : void archive())}
          >
            <Archive aria-hidden /> Archive
          </MenuItem>
        )}
      </Menu>
      <ArchiveDialog
        name={workflow.name}
        open={asking}
        onOpenChange={setAsking}
        busy={actions.busy}
        onConfirm={() => void archive()}
      />
    </>
  );
}
