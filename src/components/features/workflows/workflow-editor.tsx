"use client";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import type { EditorHandle, EditorPlace } from "@/components/editor/editor-types";
import { RecentRuns } from "@/components/features/runs/recent-runs";
import { GraphView } from "@/components/graph/graph";
import { readGraph } from "@/components/graph/read-graph";
import { usePageTitle } from "@/components/hooks/use-page-title";
import { LeaveDialog } from "@/components/navigation/leave-dialog";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Workflow } from "@/contracts/workflows";
import { ActivateButton } from "./activate-button";
import { DefinitionPane } from "./definition-pane";
import { DetailsForm } from "./details-form";
import { faultyNodes, pathOfNode, type ReadDefinition } from "./read-definition";
import { ReadOnlyNotice } from "./read-only-notice";
import { SaveStatus } from "./save-status";
import { StaleDialog } from "./stale-dialog";
import { TestRunButton } from "./test-run-button";
import { useProblemReport } from "./use-problem-report";
import { useSaveShortcut } from "./use-save-shortcut";
import { useWorkflowDraft, type WorkflowDraft } from "./use-workflow-draft";
import { WorkflowActions } from "./workflow-actions";

/** One workflow: its graph beside its definition, which is editable while it is a draft, and its latest runs. */
export function WorkflowEditor({ workflow }: { workflow: Workflow }) {
  const isDraft = workflow.status === "draft";
  const draft = useWorkflowDraft(workflow);
  const { problems, report } = useProblemReport(draft.definition, draft.failure);
  const editor = useRef<EditorHandle>(undefined);
  const reveal = (place: EditorPlace) => editor.current?.reveal(place);
  const drawn = useLastDrawable(draft.definition);
  const [selected, setSelected] = useState<string>();
  usePageTitle(workflow.name);
  useSaveShortcut(isDraft, () => void draft.save());

  const selectNode = (id: string) => {
    setSelected(id);
    const path = draft.definition.ok ? pathOfNode(id, draft.definition.nodes) : undefined;
    if (path !== undefined) reveal({ path });
  };

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
        description={isDraft ? undefined : workflow.description}
        actions={
          <>
            {isDraft ? <DraftActions workflow={workflow} draft={draft} report={report} onReveal={reveal} /> : null}
            <WorkflowActions workflow={workflow} />
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <ReadOnlyNotice workflow={workflow} draft={draft} />
        {isDraft ? <DetailsForm draft={draft} /> : null}
        <div className="grid min-w-0 gap-4 xl:grid-cols-2">
          <section aria-label="Graph" className="flex min-w-0 flex-col overflow-hidden rounded-lg border bg-raised">
            <header className="flex h-10 items-center justify-between border-b px-3">
              <h2 className="text-sm font-medium">Graph</h2>
              {draft.definition.ok ? null : (
                <span className="text-xs text-warning-ink">As of the last valid definition</span>
              )}
            </header>
            <div className="h-80 min-h-0 xl:h-auto xl:flex-1">
              <GraphView
                label={`Graph of ${workflow.name}`}
                graph={drawn.graph}
                problems={useMemo(() => faultyNodes(problems, drawn.nodes), [problems, drawn.nodes])}
                selected={selected}
                onSelect={selectNode}
              />
            </div>
          </section>
          <DefinitionPane
            text={draft.content.text}
            definition={draft.definition}
            onChange={isDraft ? (text) => draft.edit({ text }) : undefined}
            report={isDraft ? report : undefined}
            onReveal={reveal}
            onReady={(handle) => {
              editor.current = handle;
            }}
          />
        </div>
        <RecentRuns workflowId={workflow.id} status={workflow.status} />
      </div>
      <LeaveDialog
        isDirty={draft.isDirty}
        what={workflow.name}
        onSave={async () => (await draft.save()) !== undefined}
      />
      <StaleDialog draft={draft} />
    </>
  );
}

interface DraftActionsProps {
  workflow: Workflow;
  draft: WorkflowDraft;
  report: ReturnType<typeof useProblemReport>["report"];
  onReveal: (place: EditorPlace) => void;
}

function DraftActions({ workflow, draft, report, onReveal }: DraftActionsProps) {
  return (
    <>
      <SaveStatus state={draft.state} />
      <Button
        disabled={!draft.isDirty}
        busy={draft.state === "saving"}
        aria-keyshortcuts="Control+S Meta+S"
        onClick={() => void draft.save()}
      >
        Save
      </Button>
      <TestRunButton workflow={workflow} draft={draft} problems={report.problems} onReveal={onReveal} />
      <ActivateButton workflow={workflow} draft={draft} problems={report.problems} onReveal={onReveal} />
    </>
  );
}

/** The graph follows the text as it is typed; while the text is no JSON, the last graph stays. */
function useLastDrawable(definition: ReadDefinition) {
  const deferred = useDeferredValue(definition);
  const [last, setLast] = useState(deferred);
  if (deferred.ok && deferred !== last) setLast(deferred);
  const nodes = last.ok ? last.nodes : null;
  const edges = last.ok ? last.edges : null;
  const graph = useMemo(() => readGraph(nodes, edges), [nodes, edges]);
  return { nodes, graph };
}
