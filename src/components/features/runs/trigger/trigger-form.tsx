"use client";
import { Play, Sparkles } from "lucide-react";
import { useMemo, useState } from "react";
import { checkJson } from "@/components/editor/check-json";
import { CodeEditor } from "@/components/editor/code-editor";
import type { EditorMark } from "@/components/editor/editor-types";
import { readError } from "@/components/errors/read-error";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogCancel, DialogFooter } from "@/components/ui/dialog";
import type { StartedRun } from "@/contracts/runs";
import { RecentPayloadMenu } from "./recent-payload-menu";
import { missingPaths } from "./sample-payload";
import { type StartMode, useStartRun } from "./use-start-run";
import { printPayload, type SuggestedPayload, suggestSample } from "./use-suggested-payload";

interface TriggerFormProps {
  workflow: { id: string; name: string };
  mode: StartMode;
  suggestion: SuggestedPayload;
  onStarted?: ((run: StartedRun) => void) | undefined;
}

export function TriggerForm({ workflow, mode, suggestion, onStarted }: TriggerFormProps) {
  const [text, setText] = useState(suggestion.text);
  const [hint, setHint] = useState(suggestion.hint);
  const { start, busy, error } = useStartRun(workflow.id, mode, onStarted);
  const checked = useMemo(() => checkJson(text), [text]);
  const marks = useMemo(
    (): EditorMark[] =>
      checked.ok ? [] : [{ place: { offset: checked.offset }, message: checked.message, severity: "error" }],
    [checked],
  );
  const missing = useMemo(
    () => (checked.ok ? missingPaths(checked.value, suggestion.nodes.parse()) : []),
    [checked, suggestion.nodes],
  );
  const refusal = checked.ok ? error && readError(error).message : checked.message;
  const replace = (next: string, from: string) => {
    setText(next);
    setHint(from);
  };
  const submit = () => {
    if (checked.ok && !busy) start(text);
  };
  return (
    <>
      <DialogBody>
        <div className="-mb-1 flex flex-wrap gap-2">
          <RecentPayloadMenu
            workflowId={workflow.id}
            onChoose={(payload) => replace(printPayload(payload), "A payload of before.")}
          />
          <Button
            size="small"
            onClick={() => {
              const sample = suggestSample(suggestion.nodes);
              replace(sample.text, sample.hint);
            }}
          >
            <Sparkles aria-hidden />
            Sample
          </Button>
        </div>
        <div
          className="h-64 overflow-hidden rounded-md border border-line-strong"
          onKeyDownCapture={(event) => {
            if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
            event.preventDefault();
            event.stopPropagation();
            submit();
          }}
        >
          <CodeEditor label="Payload as JSON" value={text} onChange={setText} marks={marks} autoFocus />
        </div>
        <p role={refusal ? "alert" : "status"} className="-mt-2 min-h-10 text-sm break-words text-ink-muted">
          {refusal ? (
            <span className="text-danger-ink">{refusal}</span>
          ) : missing.length > 0 ? (
            <span className="text-warning-ink">
              The workflow reads {listed(missing)}, which this payload does not have: the step that reads it dies.
            </span>
          ) : (
            hint
          )}
        </p>
      </DialogBody>
      <DialogFooter>
        <DialogCancel />
        <Button
          variant="primary"
          busy={busy}
          disabled={!checked.ok}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={submit}
        >
          <Play aria-hidden />
          {mode === "test" ? "Test run" : "Trigger"}
        </Button>
      </DialogFooter>
    </>
  );
}

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).join(", ");
  return paths.length > 3 ? `${shown} and ${paths.length - 3} more` : shown;
}
