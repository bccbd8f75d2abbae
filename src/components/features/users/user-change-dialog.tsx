"use client";
import { roleWords } from "@/components/features/accounts/role-words";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { User } from "@/contracts/accounts";
import type { UserUpdate } from "./use-update-user";

/** What is asked about before it is done. */
export type UserChange = { kind: "disable"; user: User } | { kind: "own-role"; user: User; role: User["role"] };

interface UserChangeDialogProps {
  /** undefined: closed */
  change: UserChange | undefined;
  onClose: () => void;
  onConfirm: (update: UserUpdate) => void;
}

export function UserChangeDialog({ change, onClose, onConfirm }: UserChangeDialogProps) {
  const confirm = () => {
    if (change?.kind === "disable") onConfirm({ id: change.user.id, disabled: true });
    else if (change) onConfirm({ id: change.user.id, role: change.role });
    onClose();
  };
  const isDisabling = change?.kind === "disable";
  return (
    <ConfirmDialog
      open={change !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={isDisabling ? `Disable ${change.user.name}?` : "Change your own role?"}
      confirm={isDisabling ? "Disable" : "Change my role"}
      danger={isDisabling}
      onConfirm={confirm}
    >
      {change?.kind === "own-role" ? (
        <p>
          You become {roleWords[change.role].article}, and lose this page with it. Only another admin can make you an
          admin again.
        </p>
      ) : (
        <>
          <p>They are signed out everywhere at once, and cannot sign in until they are enabled again.</p>
          <p>What they did stays in the audit log. API keys that they made go on; revoke those on their own page.</p>
        </>
      )}
    </ConfirmDialog>
  );
}
