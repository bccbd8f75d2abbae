"use client";
import { Tabs } from "@base-ui/react/tabs";
import { Braces, ListTree, Workflow as WorkflowIcon } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { type RefObject, useImperativeHandle, useRef, useState } from "react";
import type { EditorHandle, EditorPlace } from "@/components/editor/editor-types";
import { ProblemPanel, type ProblemReport } from "@/components/editor/problem-panel";
import { cn } from "@/components/ui/cn";
import { EditorCanvas } from "./canvas/canvas";
import { DefinitionPane } from "./definition-pane";
import { EditorProvider } from "./editor-context";
import { Inspector } from "./inspector/inspector";
import { Outline } from "./outline/outline";
import { nodeAt, pathOfNode, readablePath } from "./read-definition";
import { SettingsFocusProvider, useSettingsFocus } from "./settings-focus";
import { TestRunBar } from "./test-run-bar";
import { useEditorShortcuts } from "./use-editor-shortcuts";
import type { GraphEditor } from "./use-graph-editor";
import { usePreviewData } from "./use-preview-data";
import type { TestRunView } from "./use-test-run";
import type { WorkflowDraft } from "./use-workflow-draft";

const views = ["canvas", "outline", "json"] as const;
const tabs = [
  { value: "canvas", label: "Canvas", icon: WorkflowIcon },
  { value: "outline", label: "Outline", icon: ListTree },
  { value: "json", label: "JSON", icon: Braces },
] as const;

/** What the page around can ask for. */
export interface WorkspaceHandle {
  reveal(place: EditorPlace): void;
}

interface WorkspaceProps {
  workflowId: string;
  name: string;
  draft: WorkflowDraft;
  editor: GraphEditor;
  /** undefined for what is only read */
  report: ProblemReport | undefined;
  testRun: TestRunView | undefined;
  onCloseTestRun: () => void;
  ref: RefObject<WorkspaceHandle | null>;
}

/** One draft in three views, with the settings of what is selected beside them and what is wrong below. */
export function Workspace(props: WorkspaceProps) {
  const { workflowId, name, draft, editor, report, testRun, onCloseTestRun, ref } = props;
  const [view, setView] = useQueryState("view", parseAsStringLiteral(views).withDefault("canvas"));
  const [shown, setShown] = useState<{ nodeId: string; number: number }>();
  const text = useRef<EditorHandle>(undefined);
  const waiting = useRef<EditorPlace>(undefined);
  const panel = useRef<HTMLElement>(null);
  const { definition } = draft;
  const preview = usePreviewData(
    workflowId,
    definition.ok ? definition.nodes : null,
    editor.selection.size === 1 && view !== "json",
    testRun?.runId,
  );
  useEditorShortcuts(editor);
  const focusSettings = useSettingsFocus(panel);

  const revealInText = (place: EditorPlace) => {
    if (view === "json" && text.current) return text.current.reveal(place);
    waiting.current = place;
    void setView("json");
  };
  const reveal = (place: EditorPlace) => {
    const nodeId = "path" in place && definition.ok ? nodeAt(place.path, definition) : undefined;
    if (view === "json" || nodeId === undefined || !("path" in place)) return revealInText(place);
    editor.select([nodeId]);
    setShown((before) => ({ nodeId, number: (before?.number ?? 0) + 1 }));
    focusSettings(nodeId, /^nodes\.\d+\.(?:config\.)?([^.]+)/.exec(place.path)?.[1]);
  };
  useImperativeHandle(ref, () => ({ reveal }));

  return (
    <EditorProvider editor={editor}>
      <SettingsFocusProvider value={focusSettings}>
        <section
          aria-label="Workflow"
          className="overflow-hidden rounded-lg border bg-raised"
          onBlur={() => editor.endStep()}
        >
          <Tabs.Root
            value={view}
            onValueChange={(next) => {
              if (next !== view) text.current = undefined;
              void setView(views.find((known) => known === next) ?? "canvas");
            }}
          >
            <Tabs.List aria-label="Views of the workflow" className="flex h-10 items-center gap-1 border-b px-2">
              {tabs.map(({ value, label, icon: Icon }) => (
                <Tabs.Tab
                  key={value}
                  value={value}
                  className="flex h-7 items-center gap-1.5 rounded-md px-2.5 text-sm font-medium text-ink-muted hover:bg-hover hover:text-ink data-active:bg-pressed data-active:text-ink"
                >
                  <Icon aria-hidden className="size-4" />
                  {label}
                </Tabs.Tab>
              ))}
              {draft.definition.ok ? null : (
                <span className="ml-auto truncate text-xs text-warning-ink">As of the last valid definition</span>
              )}
            </Tabs.List>
            {testRun ? <TestRunBar view={testRun} onClose={onCloseTestRun} /> : null}
            <div className="flex flex-col lg:h-[max(32rem,calc(100dvh-20rem-var(--notice)))] lg:flex-row">
              <div className="h-[30rem] min-w-0 lg:h-full lg:flex-1">
                <Tabs.Panel value="canvas" className="size-full outline-none" tabIndex={-1}>
                  <EditorCanvas label={`Graph of ${name}`} states={testRun?.states} shown={shown} />
                </Tabs.Panel>
                <Tabs.Panel value="outline" className="size-full outline-none" tabIndex={-1}>
                  <Outline statuses={testRun?.states?.statuses} />
                </Tabs.Panel>
                <Tabs.Panel value="json" className="size-full outline-none" tabIndex={-1}>
                  <DefinitionPane
                    text={draft.content.source.text}
                    definition={definition}
                    onChange={editor.readOnly ? undefined : (next) => draft.store.editText(next)}
                    report={report}
                    onReady={(handle) => {
                      text.current = handle;
                      const [only] = editor.selection;
                      const path = only !== undefined && definition.ok ? pathOfNode(only, definition.nodes) : undefined;
                      if (waiting.current) handle.reveal(waiting.current);
                      else if (path !== undefined) handle.reveal({ path });
                      waiting.current = undefined;
                    }}
                  />
                </Tabs.Panel>
              </div>
              {view === "json" ? null : (
                <aside
                  ref={panel}
                  aria-label="Settings"
                  className={cn(
                    "min-h-0 flex-col border-t lg:flex lg:w-96 lg:border-t-0 lg:border-l",
                    editor.selection.size > 0 ? "flex" : "hidden",
                  )}
                >
                  <Inspector preview={preview} />
                </aside>
              )}
            </div>
          </Tabs.Root>
          {report ? (
            <ProblemPanel report={report} readPath={(path) => readablePath(path, definition)} onReveal={reveal} />
          ) : null}
          <p role="status" className="sr-only" key={editor.announcement.number}>
            {editor.announcement.text}
          </p>
        </section>
      </SettingsFocusProvider>
    </EditorProvider>
  );
}
