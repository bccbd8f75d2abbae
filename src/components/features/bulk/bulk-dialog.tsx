"use client";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/errors/error-state";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { BulkResult } from "./bulk-result";
import { type SendBatch, useBulkChange } from "./use-bulk-change";

/** What is about to be done to many runs. */
export interface BulkChange {
  verb: "retry" | "cancel";
  /** how many runs there are, as far as that is known; in words, "10,000+" */
  count: string;
  /** what they are: "failed runs", "unfinished runs that match the filter" */
  what: string;
  send: SendBatch;
}

interface BulkDialogProps {
  /** null: nothing is asked */
  change: BulkChange | null;
  /** more to know before one agrees */
  children?: ReactNode;
  onClose: () => void;
  /** after each end, also of a part */
  onSettled: () => void;
}

const words = {
  retry: {
    title: "Retry",
    working: "Retrying",
    explanation: "Their dead steps are tried again, with all their attempts. What has succeeded is not done again.",
  },
  cancel: {
    title: "Cancel",
    working: "Cancelling",
    explanation:
      "Steps that have not finished are cancelled, and none of them starts again. What has been done stays done. This cannot be taken back.",
  },
};

/** Asks before many runs are changed, shows how far it is, and tells of each run what became of it. */
export function BulkDialog({ change, ...props }: BulkDialogProps) {
  return change ? <Opened change={change} {...props} /> : null;
}

function Opened({ change, children, onClose, onSettled }: BulkDialogProps & { change: BulkChange }) {
  const bulk = useBulkChange(change.send, onSettled);
  const { title, working, explanation } = words[change.verb];
  const isWorking = bulk.step === "working" || bulk.step === "stopping";
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isWorking) onClose();
      }}
      disablePointerDismissal
      title={bulk.step === "asking" ? `${title} ${change.count} ${change.what}?` : `${title} ${change.what}`}
    >
      {bulk.step === "asking" ? (
        <DialogBody className="gap-2 text-base text-ink-muted">
          <p>{explanation}</p>
          {children}
        </DialogBody>
      ) : (
        <DialogBody className="gap-3">
          {isWorking ? (
            <p role="status" className="text-base text-ink-muted tabular-nums">
              {bulk.step === "stopping"
                ? "Stopping after this batch…"
                : `${working}… ${bulk.items.length} of ${change.count}`}
            </p>
          ) : null}
          {bulk.step === "broken" ? <ErrorState title="It broke off" error={bulk.error} onRetry={bulk.work} /> : null}
          {bulk.step === "done" && bulk.cursor !== null ? (
            <p className="text-base text-ink-muted">Stopped. The rest was left as it was.</p>
          ) : null}
          {bulk.step === "done" || bulk.items.length > 0 ? (
            <BulkResult verb={change.verb} items={bulk.items} isFinal={!isWorking} />
          ) : null}
        </DialogBody>
      )}
      <DialogFooter>
        {bulk.step === "asking" ? (
          <>
            <Button onClick={onClose}>{change.verb === "cancel" ? "Keep them running" : "Not now"}</Button>
            <Button variant={change.verb === "cancel" ? "danger" : "primary"} onClick={bulk.work}>
              {title} {change.count} {change.count === "1" ? "run" : "runs"}
            </Button>
          </>
        ) : isWorking ? (
          <Button disabled={bulk.step === "stopping"} onClick={bulk.stop}>
            Stop
          </Button>
        ) : (
          <Button variant={bulk.step === "done" ? "primary" : "secondary"} onClick={onClose}>
            Close
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
