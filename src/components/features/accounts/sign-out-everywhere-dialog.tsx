"use client";
import { leaveBy } from "@/components/navigation/navigate";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notifyError } from "@/components/ui/toast";
import { trpc } from "@/trpc/client";

export function SignOutEverywhereDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const signOut = trpc.session.signOutEverywhere.useMutation({
    onSuccess: () => window.location.assign("/sign-in"),
    onError: (error) => {
      notifyError("You could not be signed out", error);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title="Sign out everywhere?"
      confirm="Sign out everywhere"
      busy={signOut.isPending || signOut.isSuccess}
      onConfirm={() => leaveBy(() => signOut.mutate())}
    >
      <p>Every session of yours ends, in this browser and in all others. Open pages ask for your password again.</p>
      <p>API keys go on; they are revoked one by one.</p>
    </ConfirmDialog>
  );
}
