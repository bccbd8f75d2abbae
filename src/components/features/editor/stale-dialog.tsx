"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { notify, notifyError } from "@/components/ui/toast";
import type { Workflow } from "@/contracts/workflows";
import type { WorkflowDraft } from "./use-workflow-draft";
import { VersionDiff } from "./version-diff";

/** Two people saved the same draft. Whose version stays is for this person to say; until then nothing is thrown away. */
export function StaleDialog({ draft }: { draft: WorkflowDraft }) {
  return (
    <Dialog
      open={draft.isStale}
      onOpenChange={(open) => {
        if (!open) draft.store.keepEditing();
      }}
      width="wide"
      title="Someone else saved this workflow"
      description="It was changed after you opened it. Your own changes are still here, but not saved."
    >
      <Content draft={draft} />
    </Dialog>
  );
}

/** Lives only while the dialog is open. */
function Content({ draft: { store, content } }: { draft: WorkflowDraft }) {
  const [busy, setBusy] = useState<"see" | "theirs" | "mine">();
  const [theirs, setTheirs] = useState<Workflow>();
  const run = async (which: "see" | "theirs" | "mine", action: () => Promise<void>) => {
    setBusy(which);
    try {
      await action();
    } catch (error) {
      notifyError("The newer version could not be loaded", error);
    } finally {
      setBusy(undefined);
    }
  };
  const see = async () => setTheirs(await store.fetchLatest());
  const take = async () => {
    await store.takeTheirs();
    notify("The newer version is loaded", { description: "Undo brings yours back." });
  };
  return (
    <>
      <DialogBody>
        {theirs ? (
          <VersionDiff theirs={theirs} mine={content} />
        ) : (
          <div className="flex items-center justify-between gap-2 rounded-md border bg-subtle py-1 pr-1 pl-3 text-sm">
            <span>See what differs before you decide.</span>
            <Button size="small" busy={busy === "see"} onClick={() => void run("see", see)}>
              See their version
            </Button>
          </div>
        )}
        <div className="-mt-2 flex items-center justify-between gap-2 pl-3 text-sm text-ink-muted">
          <span>If you are not sure, keep a copy of your definition.</span>
          <CopyButton text={content.source.text} label="Copy my definition" />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => store.keepEditing()}>Keep editing</Button>
        <Button busy={busy === "theirs"} disabled={busy !== undefined} onClick={() => void run("theirs", take)}>
          Load theirs
        </Button>
        <Button
          variant="danger"
          busy={busy === "mine"}
          disabled={busy !== undefined}
          onClick={() => void run("mine", () => store.overwriteTheirs())}
        >
          Overwrite theirs
        </Button>
      </DialogFooter>
    </>
  );
}
