"use client";
import { AlignLeft } from "lucide-react";
import { useMemo } from "react";
import { CodeEditor } from "@/components/editor/code-editor";
import type { EditorHandle, EditorMark } from "@/components/editor/editor-types";
import type { ProblemReport } from "@/components/editor/problem-panel";
import { formatJson } from "@/components/json/format-json";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Tooltip } from "@/components/ui/tooltip";
import type { ReadDefinition } from "./read-definition";

interface DefinitionPaneProps {
  text: string;
  definition: ReadDefinition;
  /** undefined: it is only for reading */
  onChange: ((text: string) => void) | undefined;
  report: ProblemReport | undefined;
  onReady: (handle: EditorHandle) => void;
}

export function DefinitionPane({ text, definition, onChange, report, onReady }: DefinitionPaneProps) {
  const marks = useMemo(() => toMarks(report), [report]);
  return (
    <section aria-label="Definition" className="flex size-full min-w-0 flex-col">
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
      <div className="min-h-0 flex-1">
        <CodeEditor
          label="Definition as JSON"
          value={text}
          readOnly={onChange === undefined}
          marks={marks}
          onReady={onReady}
          {...(onChange && { onChange })}
        />
      </div>
    </section>
  );
}

function toMarks(report: ProblemReport | undefined): EditorMark[] {
  const severity = report?.tone === "error" ? "error" : "warning";
  return (report?.problems ?? []).map((problem) => ({ ...problem, severity }));
}
