"use client";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useLeaveGuard } from "./use-leave-guard";

interface LeaveDialogProps {
  isDirty: boolean;
  /** the name of what was edited */
  what: string;
  /** @returns whether it is saved now; if not, the page stays and says why */
  onSave: () => Promise<boolean>;
  /** told when the question appears and when it is answered */
  onAskingChange?: (isAsking: boolean) => void;
}

/** Stands on a page that can hold unsaved edits, and asks before they would be lost. */
export function LeaveDialog({ isDirty, what, onSave, onAskingChange }: LeaveDialogProps) {
  const { isAsking, stay, leave } = useLeaveGuard(isDirty);
  const [saving, setSaving] = useState(false);
  const tell = useEffectEvent((asking: boolean) => onAskingChange?.(asking));
  useEffect(() => tell(isAsking), [isAsking]);
  const saveAndLeave = async () => {
    setSaving(true);
    const isSaved = await onSave();
    setSaving(false);
    if (isSaved) leave();
    else stay();
  };
  return (
    <ConfirmDialog
      open={isAsking}
      onOpenChange={(open) => {
        if (!open) stay();
      }}
      title="Save your changes?"
      cancel="Stay"
      alternative={
        <Button disabled={saving} onClick={leave}>
          Leave without saving
        </Button>
      }
      confirm="Save and leave"
      busy={saving}
      onConfirm={() => void saveAndLeave()}
    >
      <p>“{what}” has changes that are not saved. If you leave without saving, they are lost.</p>
    </ConfirmDialog>
  );
}
