"use client";
import { errorText } from "@/components/errors/read-error";
import { FormAlert } from "@/components/features/accounts/form-alert";
import { ShownOnceStep } from "@/components/features/accounts/shown-once-step";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogCancel, DialogFooter } from "@/components/ui/dialog";
import type { User } from "@/contracts/accounts";
import { trpc } from "@/trpc/client";

interface PasswordLinkDialogProps {
  /** undefined: closed */
  user: User | undefined;
  onClose: () => void;
}

/** Makes a link by which somebody who has forgotten their password chooses another one, and shows it this once. */
export function PasswordLinkDialog({ user, onClose }: PasswordLinkDialogProps) {
  const make = trpc.users.passwordLink.useMutation();
  const close = () => {
    make.reset();
    onClose();
  };
  return (
    <Dialog
      open={user !== undefined}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      disablePointerDismissal={make.isSuccess}
      title={`Password link for ${user?.name ?? ""}`}
      description={
        make.data ? (
          <>
            Send it to {make.data.email}. It is shown this once, works once, and ends{" "}
            <RelativeTime at={make.data.expires_at} stop="." />
          </>
        ) : (
          "By it they choose another password, and all their sessions end then. It works once, within a day, and ends the one before."
        )
      }
    >
      {make.data ? (
        <ShownOnceStep label="Link" text={make.data.url} onDone={close} />
      ) : (
        <>
          {make.error ? (
            <DialogBody>
              <FormAlert text={errorText(make.error)} />
            </DialogBody>
          ) : null}
          <DialogFooter>
            <DialogCancel />
            <Button variant="primary" busy={make.isPending} onClick={() => user && make.mutate({ id: user.id })}>
              Make the link
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}
