"use client";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

interface ArchiveDialogProps {
  name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  busy: boolean;
  onConfirm: () => void;
}

/** Asked for active workflows only: others may be triggering them at this moment. */
export function ArchiveDialog({ name, open, onOpenChange, busy, onConfirm }: ArchiveDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Archive “${name}”?`}
      confirm="Archive"
      busy={busy}
      onConfirm={onConfirm}
    >
      <p>It can no longer be triggered. Runs in flight finish, and failed ones can still be retried.</p>
      <p>You can restore it at any time.</p>
    </ConfirmDialog>
  );
}
