"use client";
import { useIdentity } from "@/components/access/identity";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody } from "@/components/ui/dialog";
import { notify } from "@/components/ui/toast";
import { trpc } from "@/trpc/client";
import { SignInForm } from "./sign-in/sign-in-form";

interface SessionEndedDialogProps {
  onSignedIn: () => void;
  onLeave: () => void;
}

/** Asks for the password above a page that holds what is not stored yet. It cannot be closed: nothing works behind it. */
export function SessionEndedDialog({ onSignedIn, onLeave }: SessionEndedDialogProps) {
  const { email } = useIdentity();
  const utils = trpc.useUtils();
  const goOn = () => {
    notify("You are signed in again");
    void utils.invalidate();
    onSignedIn();
  };
  return (
    <Dialog
      open
      isRequired
      onOpenChange={() => undefined}
      title="Your session has ended"
      description="Sign in again to go on. What you have entered on this page is still here."
    >
      <DialogBody>
        <SignInForm email={email ?? undefined} onSignedIn={goOn}>
          <Button onClick={onLeave}>Leave this page</Button>
        </SignInForm>
      </DialogBody>
    </Dialog>
  );
}
