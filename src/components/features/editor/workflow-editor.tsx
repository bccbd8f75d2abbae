"use client";
import { ChevronDown } from "lucide-react";
import { useRef, useState } from "react";
import { useRefusal } from "@/components/access/identity";
import { RecentRuns } from "@/components/features/runs/list/recent-runs";
import { WorkflowActions } from "@/components/features/workflows/workflow-actions";
import { usePageTitle } from "@/components/hooks/use-page-title";
import { LeaveDialog } from "@/components/navigation/leave-dialog";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { PageHeader } from "@/components/ui/page-header";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Workflow } from "@/contracts/workflows";
import { ActivateButton } from "./activate-button";
import { DetailsForm } from "./details-form";
import { ReadOnlyNotice } from "./read-only-notice";
import { SaveStatus } from "./save-status";
import { StaleDialog } from "./stale-dialog";
import { TestRunButton } from "./test-run-button";
import { useAutosaveChoice } from "./use-autosave-choice";
import { useGraphEditor } from "./use-graph-editor";
import { useProblemReport } from "./use-problem-report";
import { useSaveShortcut } from "./use-save-shortcut";
import { useTestRun } from "./use-test-run";
import { useWorkflowDraft, type WorkflowDraft } from "./use-workflow-draft";
import { Workspace, type WorkspaceHandle } from "./workspace";

/** One workflow: its graph and its settings, which can be edited while it is a draft, and its latest runs. */
export function WorkflowEditor({ workflow }: { workflow: Workflow }) {
  const isDraft = workflow.status === "draft";
  const refusal = useRefusal("workflows.save");
  const canEdit = isDraft && refusal === undefined;
  const [autosave, setAutosave] = useAutosaveChoice();
  const draft = useWorkflowDraft(workflow, autosave && refusal === undefined);
  const { problems, report } = useProblemReport(draft.definition, draft.failure);
  const editor = useGraphEditor(draft, problems, !canEdit);
  const [testRunId, setTestRunId] = useState<string>();
  const testRun = useTestRun(editor.graph, testRunId);
  const workspace = useRef<WorkspaceHandle>(null);
  const reveal: WorkspaceHandle["reveal"] = (place) => workspace.current?.reveal(place);
  usePageTitle(workflow.name);
  useSaveShortcut(canEdit, () => void draft.save());

  return (
    <>
      <PageHeader
        crumbs={[{ label: "Workflows", href: "/workflows" }]}
        title={workflow.name}
        meta={
          <>
            <StatusBadge status={workflow.status} />
            <span className="text-sm text-ink-muted">
              v{workflow.version} · updated <RelativeTime at={workflow.updated_at} />
            </span>
          </>
        }
        description={canEdit ? undefined : workflow.description}
        actions={
          <>
            {isDraft ? (
              <>
                {canEdit ? <SaveStatus state={draft.state} /> : null}
                <SaveButton draft={draft} refusal={refusal} autosave={autosave} onAutosaveChange={setAutosave} />
                <TestRunButton
                  workflow={workflow}
                  draft={draft}
                  problems={report.problems}
                  onReveal={reveal}
                  onStarted={setTestRunId}
                />
                <ActivateButton workflow={workflow} draft={draft} problems={report.problems} onReveal={reveal} />
              </>
            ) : null}
            <WorkflowActions workflow={workflow} />
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <ReadOnlyNotice workflow={workflow} draft={draft} refusal={refusal} />
        {canEdit ? <DetailsForm draft={draft} /> : null}
        <Workspace
          ref={workspace}
          workflowId={workflow.id}
          name={workflow.name}
          draft={draft}
          editor={editor}
          report={isDraft ? report : undefined}
          testRun={testRun}
          onCloseTestRun={() => setTestRunId(undefined)}
        />
        <RecentRuns workflowId={workflow.id} status={workflow.status} />
      </div>
      <LeaveDialog
        isDirty={draft.isDirty}
        what={workflow.name}
        // What is no JSON yet cannot be saved, and would be lost.
        onSave={async () => (await draft.save()) !== undefined && draft.unfinished.size === 0}
        onAskingChange={(isAsking) => draft.store.setPaused(isAsking)}
      />
      <StaleDialog draft={draft} />
    </>
  );
}

interface SaveButtonProps {
  draft: WorkflowDraft;
  refusal: string | undefined;
  autosave: boolean;
  onAutosaveChange: (on: boolean) => void;
}

function SaveButton({ draft, refusal, autosave, onAutosaveChange }: SaveButtonProps) {
  if (refusal !== undefined) return <Button refusal={refusal}>Save</Button>;
  return (
    <span className="flex">
      <Button
        className="rounded-r-none"
        disabled={!draft.isDirty}
        busy={draft.state === "saving"}
        aria-keyshortcuts="Control+S Meta+S"
        onClick={() => void draft.save()}
      >
        Save
      </Button>
      <Menu
        trigger={
          <Button size="icon" className="-ml-px w-6 rounded-l-none" aria-label="How drafts are saved">
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <MenuItem onClick={() => onAutosaveChange(!autosave)}>
          {autosave ? "Save only when I say so" : "Save by itself"}
        </MenuItem>
      </Menu>
    </span>
  );
}
