"use client";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify, notifyError } from "@/components/ui/toast";
import type { ApiKey } from "@/contracts/accounts";
import { trpc } from "@/trpc/client";

interface RevokeKeyDialogProps {
  /** undefined: closed */
  apiKey: ApiKey | undefined;
  onClose: () => void;
}

export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const utils = trpc.useUtils();
  const revoke = trpc.apiKeys.revoke.useMutation({
    onSuccess: ({ name }) => notify(`“${name}” is revoked`),
    onError: (error) => notifyError("The key could not be revoked", error),
    onSettled: () => {
      void utils.apiKeys.list.invalidate();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={apiKey !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Revoke “${apiKey?.name ?? ""}”?`}
      confirm="Revoke"
      danger
      busy={revoke.isPending}
      onConfirm={() => apiKey && revoke.mutate({ id: apiKey.id })}
    >
      <p>
        Programs that use <code className="font-mono text-sm">{apiKey?.prefix}…</code> are refused from now on. This
        cannot be taken back; make another key for them.
      </p>
    </ConfirmDialog>
  );
}
