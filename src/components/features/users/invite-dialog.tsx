"use client";
import { useState } from "react";
import { EmailField } from "@/components/features/accounts/email-field";
import { FormAlert } from "@/components/features/accounts/form-alert";
import { formErrors, readForm } from "@/components/features/accounts/form-values";
import { roleWords } from "@/components/features/accounts/role-words";
import { ShownOnceStep } from "@/components/features/accounts/shown-once-step";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogCancel, DialogFooter } from "@/components/ui/dialog";
import { Labelled } from "@/components/ui/labelled";
import { Select } from "@/components/ui/select";
import type { Role } from "@/core/roles";
import { trpc } from "@/trpc/client";
import { roleOptions } from "./role-options";

export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [link, setLink] = useState<{ email: string; url: string }>();
  const close = () => {
    setLink(undefined);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      disablePointerDismissal={link !== undefined}
      title={link ? `${link.email} is invited` : "Invite somebody"}
      description={
        link
          ? "Send them this link. It is shown this once, works once, and for a week."
          : "You get a link to send them. No e-mail is sent from here."
      }
    >
      {link ? <ShownOnceStep label="Link" text={link.url} onDone={close} /> : <InviteForm onInvited={setLink} />}
    </Dialog>
  );
}

const names = ["email"] as const;

function InviteForm({ onInvited }: { onInvited: (link: { email: string; url: string }) => void }) {
  const utils = trpc.useUtils();
  const [role, setRole] = useState<Role>("editor");
  const invite = trpc.users.invite.useMutation({
    onSuccess: ({ invitation, url }) => onInvited({ email: invitation.email, url }),
    onSettled: () => void utils.users.invitations.invalidate(),
  });
  const { fields, rest } = formErrors(invite.error, names);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        const values = readForm(event, names);
        if (!invite.isPending) invite.mutate({ ...values, role });
      }}
    >
      <DialogBody>
        <EmailField autoComplete="off" error={fields.email} />
        <Labelled label="Role" help={`They can ${roleWords[role].may}`}>
          <Select label="Role" options={roleOptions} value={role} onValueChange={setRole} className="w-full" />
        </Labelled>
        <FormAlert text={rest} />
      </DialogBody>
      <DialogFooter>
        <DialogCancel />
        <Button type="submit" variant="primary" busy={invite.isPending}>
          Invite
        </Button>
      </DialogFooter>
    </form>
  );
}
