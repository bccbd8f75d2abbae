"use client";
import { useIdentity } from "@/components/access/identity";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogCancel, DialogFooter } from "@/components/ui/dialog";
import { notify } from "@/components/ui/toast";
import { trpc } from "@/trpc/client";
import { FormAlert } from "./form-alert";
import { formErrors, readForm } from "./form-values";
import { PasswordField } from "./password-field";

const names = ["current_password", "new_password"] as const;

export function ChangePasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title="Change password"
      description="All your other sessions end; this one goes on."
    >
      <ChangePasswordForm onDone={onClose} />
    </Dialog>
  );
}

function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const { email } = useIdentity();
  const change = trpc.session.changePassword.useMutation({
    onSuccess: () => {
      notify("Your password is changed", { description: "All your other sessions have ended." });
      onDone();
    },
  });
  const { fields, rest } = formErrors(change.error, names);
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        const values = readForm(event, names);
        if (!change.isPending) change.mutate(values);
      }}
    >
      <DialogBody>
        {/* For password managers, which ask whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={email ?? ""} readOnly hidden />
        <PasswordField
          label="Present password"
          name="current_password"
          autoComplete="current-password"
          error={fields.current_password}
        />
        <PasswordField
          label="New password"
          name="new_password"
          autoComplete="new-password"
          error={fields.new_password}
          help="At least 12 characters. A few words in a row are easier to remember than signs."
        />
        <FormAlert text={rest} />
      </DialogBody>
      <DialogFooter>
        <DialogCancel />
        <Button type="submit" variant="primary" busy={change.isPending}>
          Change password
        </Button>
      </DialogFooter>
    </form>
  );
}
