"use client";
import { Archive, ArchiveRestore, Copy, Download, Ellipsis } from "lucide-react";
import { useState } from "react";
import { TriggerButton } from "@/components/features/runs/trigger/trigger-button";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { Workflow } from "@/contracts/workflows";
import { ArchiveDialog } from "./archive-dialog";
import { useWorkflowActions } from "./use-workflow-actions";

/** What can be done with a workflow as a whole; saving and activating a draft stand in front of it. */
export function WorkflowActions({ workflow }: { workflow: Workflow }) {
  const [asking, setAsking] = useState(false);
  const { archiveWorkflow, restoreWorkflow, duplicateWorkflow, exportWorkflow, refusals, busy } = useWorkflowActions();
  const archive = async () => {
    await archiveWorkflow(workflow);
    setAsking(false);
  };
  return (
    <>
      {workflow.status === "active" ? <TriggerButton workflow={workflow} nodes={workflow.nodes} /> : null}
      {workflow.status === "archived" ? (
        <Button variant="primary" refusal={refusals.restore} busy={busy} onClick={() => void restoreWorkflow(workflow)}>
          <ArchiveRestore aria-hidden />
          Restore
        </Button>
      ) : null}
      <Menu
        trigger={
          <Button size="icon" busy={busy} aria-label="More actions">
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem refusal={refusals.duplicate} onClick={() => void duplicateWorkflow(workflow)}>
          <Copy aria-hidden /> Duplicate as draft
        </MenuItem>
        <MenuItem onClick={() => void exportWorkflow(workflow)}>
          <Download aria-hidden /> Export
        </MenuItem>
        {workflow.status === "archived" ? null : (
          <MenuItem
            refusal={refusals.archive}
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
        busy={busy}
        onConfirm={() => void archive()}
      />
    </>
  );
}
