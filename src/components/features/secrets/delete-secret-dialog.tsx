"use client";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify, notifyError } from "@/components/ui/toast";
import { trpc } from "@/trpc/client";
import { SecretUses } from "./secret-uses";

interface DeleteSecretDialogProps {
  /** the key; undefined: closed */
  secret: string | undefined;
  onClose: () => void;
}

export function DeleteSecretDialog({ secret, onClose }: DeleteSecretDialogProps) {
  const utils = trpc.useUtils();
  const remove = trpc.secrets.delete.useMutation({
    onSuccess: ({ key }) => notify(`${key} is deleted`),
    onError: (error) => notifyError("The secret could not be deleted", error),
    onSettled: () => {
      void utils.secrets.invalidate();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={secret !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Delete ${secret ?? ""}?`}
      confirm="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => secret !== undefined && remove.mutate({ key: secret })}
    >
      <p>
        Its value is gone for good. Steps that read{" "}
        <code className="font-mono text-sm whitespace-nowrap">{`{{ secrets.${secret ?? ""} }}`}</code> fail from now on,
        until a secret with this key exists again.
      </p>
      {secret === undefined ? null : <SecretUses secret={secret} />}
    </ConfirmDialog>
  );
}
