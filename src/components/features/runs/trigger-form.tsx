"use client";
import { Play } from "lucide-react";
import { useMemo, useState } from "react";
import { checkJson } from "@/components/editor/check-json";
import { CodeEditor } from "@/components/editor/code-editor";
import type { EditorMark } from "@/components/editor/editor-types";
import { readError } from "@/components/errors/read-error";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogCancel, DialogFooter } from "@/components/ui/dialog";
import { type StartMode, useStartRun } from "./use-start-run";
import type { SuggestedPayload } from "./use-suggested-payload";

interface TriggerFormProps {
  workflow: { id: string; name: string };
  mode: StartMode;
  suggestion: SuggestedPayload;
}

export function TriggerForm({ workflow, mode, suggestion }: TriggerFormProps) {
  const [text, setText] = useState(suggestion.text);
  const { start, busy, error } = useStartRun(workflow.id, mode);
  const checked = useMemo(() => checkJson(text), [text]);
  const marks = useMemo(
    (): EditorMark[] =>
      checked.ok ? [] : [{ place: { offset: checked.offset }, message: checked.message, severity: "error" }],
    [checked],
  );
  const refusal = checked.ok ? error && readError(error).message : checked.message;
  return (
    <>
      <DialogBody>
        <div className="h-64 overflow-hidden rounded-md border border-line-strong">
          <CodeEditor label="Payload as JSON" value={text} onChange={setText} marks={marks} autoFocus />
        </div>
        <p role={refusal ? "alert" : undefined} className="-mt-2 min-h-5 text-sm break-words text-ink-muted">
          {refusal ? <span className="text-danger-ink">{refusal}</span> : suggestion.hint}
        </p>
      </DialogBody>
      <DialogFooter>
        <DialogCancel />
        <Button variant="primary" busy={busy} disabled={!checked.ok} onClick={() => start(text)}>
          <Play aria-hidden />
          {mode === "test" ? "Test run" : "Trigger"}
        </Button>
      </DialogFooter>
    </>
  );
}
