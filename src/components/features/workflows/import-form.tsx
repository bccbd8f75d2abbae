"use client";
import { FolderOpen } from "lucide-react";
import { useMemo, useRef, useState, useTransition } from "react";
import { checkJson } from "@/components/editor/check-json";
import { CodeEditor } from "@/components/editor/code-editor";
import type { EditorHandle, EditorMark } from "@/components/editor/editor-types";
import { ProblemPanel, type ProblemReport } from "@/components/editor/problem-panel";
import { errorText, readError } from "@/components/errors/read-error";
import { useNavigate } from "@/components/navigation/navigate";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogCancel, DialogFooter } from "@/components/ui/dialog";
import { notify, notifyError } from "@/components/ui/toast";
import { JsonText } from "@/core/json";
import { trpc } from "@/trpc/client";
import { useMissingSecrets } from "./use-missing-secrets";

/** Lives only while the dialog is open, so that each opening starts afresh. */
export function ImportForm() {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const [text, setText] = useState("");
  const [leaving, startLeaving] = useTransition();
  const editor = useRef<EditorHandle>(undefined);
  const missingSecrets = useMissingSecrets();
  const importing = trpc.workflows.import.useMutation({
    onSuccess: async (workflow) => {
      void utils.workflows.list.invalidate();
      const missing = await missingSecrets(workflow.id);
      notify(`“${workflow.name}” is imported`, {
        ...(missing.length > 0 && { description: `It reads secrets that do not exist here: ${missing.join(", ")}.` }),
      });
      startLeaving(() => navigate(`/workflows/${workflow.id}`));
    },
  });
  const report = useMemo(() => reportOn(text, importing.error), [text, importing.error]);
  const marks = useMemo(
    (): EditorMark[] => (report?.problems ?? []).map((problem) => ({ ...problem, severity: "error" })),
    [report],
  );
  const change = (next: string) => {
    setText(next);
    importing.reset();
  };
  return (
    <>
      <DialogBody>
        <FileChooser onText={change} />
        <div className="overflow-hidden rounded-md border border-line-strong">
          <div className="h-64">
            <CodeEditor
              label="Workflow file as JSON"
              value={text}
              onChange={change}
              marks={marks}
              onReady={(handle) => {
                editor.current = handle;
              }}
            />
          </div>
          {report ? <ProblemPanel report={report} onReveal={(place) => editor.current?.reveal(place)} /> : null}
        </div>
      </DialogBody>
      <DialogFooter>
        <DialogCancel />
        <Button
          variant="primary"
          busy={importing.isPending || leaving}
          disabled={!checkJson(text).ok}
          onClick={() => importing.mutate({ document: new JsonText(text) })}
        >
          Import
        </Button>
      </DialogFooter>
    </>
  );
}

function FileChooser({ onText }: { onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    try {
      onText(await file.text());
    } catch (error) {
      notifyError(`“${file.name}” could not be read`, error);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-muted">
      <Button onClick={() => input.current?.click()}>
        <FolderOpen aria-hidden />
        Choose a file
      </Button>
      or paste its text
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="Workflow file"
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          void read(event.target.files?.[0]);
          // So that the same file, once mended, can be chosen again.
          event.target.value = "";
        }}
      />
    </div>
  );
}

/** What keeps a text from being imported, as far as it is known. */
function reportOn(text: string, refusal: unknown): ProblemReport | undefined {
  if (text.trim() === "") return undefined;
  const checked = checkJson(text);
  if (!checked.ok) {
    const { offset, message } = checked;
    return { tone: "error", title: "This is not JSON yet.", problems: [{ place: { offset }, message }] };
  }
  if (!refusal) return undefined;
  return {
    tone: "error",
    title: errorText(refusal),
    problems: readError(refusal).problems.map((problem) => ({
      place: { path: problem.path },
      message: problem.message,
    })),
  };
}
