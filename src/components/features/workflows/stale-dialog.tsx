"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { notify, notifyError } from "@/components/ui/toast";
import type { WorkflowDraft } from "./use-workflow-draft";

/** Two people saved the same draft. Whose version stays is for this person to say; until then nothing is thrown away. */
export function StaleDialog({ draft }: { draft: WorkflowDraft }) {
  const [busy, setBusy] = useState<"theirs" | "mine">();
  const run = async (which: "theirs" | "mine", action: () => Promise<void>, done: string) => {
    setBusy(which);
    try {
      await action();
      if (which === "theirs") notify(done);
    } catch (error) {
      notifyError("The newer version could not be loaded", error);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <Dialog
      open={draft.isStale}
      onOpenChange={(open) => {
        if (!open) draft.keepEditing();
      }}
      title="Someone else saved this workflow"
      description="It was changed after you opened it. Your own changes are still here, but not saved."
    >
      <DialogBody>
        <div className="flex items-center justify-between rounded-md border bg-subtle py-1 pr-1 pl-3 text-sm">
          <span>Keep a copy of your definition first, if you are not sure.</span>
          <CopyButton text={draft.content.text} label="Copy my definition" />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={draft.keepEditing}>Keep editing</Button>
        <Button
          busy={busy === "theirs"}
          disabled={busy !== undefined}
          onClick={() => void run("theirs", draft.takeTheirs, "The newer version is loaded")}
        >
          Load theirs
        </Button>
        <Button
          variant="danger"
          busy={busy === "mine"}
          disabled={busy !== undefined}
          onClick={() => void run("mine", draft.overwriteTheirs, "")}
        >
          Overwrite theirs
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
