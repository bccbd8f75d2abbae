"use client";
import { AlignLeft } from "lucide-react";
import { useMemo } from "react";
import { CodeEditor } from "@/components/editor/code-editor";
import type { EditorHandle, EditorMark, EditorPlace } from "@/components/editor/editor-types";
import { formatJson } from "@/components/json/format-json";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Tooltip } from "@/components/ui/tooltip";
import { ProblemPanel, type ProblemReport } from "./problem-panel";
import type { ReadDefinition } from "./read-definition";

interface DefinitionPaneProps {
  text: string;
  definition: ReadDefinition;
  /** undefined: it is only for reading */
  onChange: ((text: string) => void) | undefined;
  report: ProblemReport | undefined;
  onReady: (handle: EditorHandle) => void;
  onReveal: (place: EditorPlace) => void;
}

export function DefinitionPane({ text, definition, onChange, report, onReady, onReveal }: DefinitionPaneProps) {
  const marks = useMemo(() => toMarks(report), [report]);
  return (
    <section
      aria-label="Definition"
      className="flex min-w-0 flex-col overflow-hidden rounded-lg border bg-raised xl:h-[37rem]"
    >
      <header className="flex h-10 items-center gap-1 border-b pr-1.5 pl-3">
        <h2 className="flex-1 text-sm font-medium">Definition</h2>
        {onChange && definition.ok ? (
          <Tooltip content="Format">
            <Button
              variant="ghost"
              size="small-icon"
              aria-label="Format the definition"
              onClick={() => onChange(formatJson({ nodes: definition.nodes, edges: definition.edges }))}
            >
              <AlignLeft aria-hidden />
            </Button>
          </Tooltip>
        ) : null}
        <CopyButton text={text} label="Copy the definition" />
      </header>
      <div className="h-96 min-h-0 xl:h-auto xl:flex-1">
        <CodeEditor
          label="Definition as JSON"
          value={text}
          readOnly={onChange === undefined}
          marks={marks}
          onReady={onReady}
          {...(onChange && { onChange })}
        />
      </div>
      {report ? <ProblemPanel report={report} onReveal={onReveal} /> : null}
    </section>
  );
}

function toMarks(report: ProblemReport | undefined): EditorMark[] {
  const severity = report?.tone === "error" ? "error" : "warning";
  return (report?.problems ?? []).map((problem) => ({ ...problem, severity }));
}
