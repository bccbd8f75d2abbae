"use client";
import { Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo, useRef, useState, useTransition } from "react";
import { v4 as randomId } from "uuid";
import { checkJson } from "@/components/editor/check-json";
import { CodeEditor } from "@/components/editor/code-editor";
import type { EditorMark } from "@/components/editor/editor-types";
import { readError } from "@/components/errors/read-error";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogCancel, DialogFooter } from "@/components/ui/dialog";
import { notify } from "@/components/ui/toast";
import { JsonText } from "@/core/json";
import { trpc } from "@/trpc/client";
import { shortId } from "./short-id";
import type { SuggestedPayload } from "./use-suggested-payload";

interface TriggerFormProps {
  workflow: { id: string; name: string };
  suggestion: SuggestedPayload;
}

export function TriggerForm({ workflow, suggestion }: TriggerFormProps) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const [text, setText] = useState(suggestion.text);
  const [leaving, startLeaving] = useTransition();
  const keyFor = useIdempotencyKey();
  const checked = useMemo(() => checkJson(text), [text]);
  const marks = useMemo(
    (): EditorMark[] =>
      checked.ok ? [] : [{ place: { offset: checked.offset }, message: checked.message, severity: "error" }],
    [checked],
  );
  const trigger = trpc.runs.trigger.useMutation({
    onSuccess: (run) => {
      void utils.runs.list.invalidate();
      void utils.runs.counts.invalidate();
      notify(`Run ${shortId(run.id)} started`);
      startLeaving(() => router.push(`/runs/${run.id}`));
    },
  });
  const busy = trigger.isPending || leaving;
  const start = () => {
    if (!checked.ok || busy) return;
    trigger.mutate({ id: workflow.id, payload: new JsonText(text), idempotency_key: keyFor(text) });
  };
  const refusal = checked.ok ? trigger.error && readError(trigger.error).message : checked.message;
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
        <Button variant="primary" busy={busy} disabled={!checked.ok} onClick={start}>
          <Play aria-hidden />
          Trigger
        </Button>
      </DialogFooter>
    </>
  );
}

/**
 * One key for one payload in one opening of the dialog: a second click, or a second try after an answer that was lost,
 * finds the run that the first one started. Another payload is another run.
 */
function useIdempotencyKey(): (payload: string) => string {
  const last = useRef<{ payload: string; key: string }>(undefined);
  return (payload) => {
    if (last.current?.payload !== payload) last.current = { payload, key: randomId() };
    return last.current.key;
  };
}
