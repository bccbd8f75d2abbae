"use client";
import type { EditorPlace, PlacedProblem } from "@/components/editor/editor-types";
import { Dialog, DialogBody, DialogCancel, DialogFooter } from "@/components/ui/dialog";

interface ReasonsDialogProps {
  title: string;
  /** undefined: closed */
  reasons: readonly PlacedProblem[] | undefined;
  onClose: () => void;
  onReveal: (place: EditorPlace) => void;
}

/** Why a workflow cannot be activated or run: every reason at once, each leading to its place. */
export function ReasonsDialog({ title, reasons, onClose, onReveal }: ReasonsDialogProps) {
  return (
    <Dialog
      open={reasons !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description="Solve these first; choose one to go to its place."
    >
      <DialogBody>
        <ul className="flex max-h-[50vh] flex-col divide-y overflow-y-auto rounded-md border">
          {reasons?.map(({ place, message }) => (
            <li key={`${JSON.stringify(place)} ${message}`}>
              <button
                type="button"
                onClick={() => {
                  onClose();
                  // The dialog hands the focus back when it closes; the editor takes it after that.
                  setTimeout(() => onReveal(place), 150);
                }}
                className="flex w-full flex-col gap-0.5 px-3 py-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2"
              >
                <span className="break-words">{message}</span>
                {"path" in place ? <code className="font-mono text-xs text-ink-muted">{place.path}</code> : null}
              </button>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <DialogCancel>Close</DialogCancel>
      </DialogFooter>
    </Dialog>
  );
}
