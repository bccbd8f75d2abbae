"use client";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { trpc } from "@/trpc/client";
import { EmailField } from "../email-field";
import { FormAlert } from "../form-alert";
import { formErrors, readForm } from "../form-values";
import { PasswordField } from "../password-field";

const names = ["email", "password"] as const;

interface SignInFormProps {
  /** the only one who may: who sat here before */
  email?: string | undefined;
  /** other ways on, beside the button */
  children?: ReactNode;
  onSignedIn: () => void;
}

export function SignInForm({ email, children, onSignedIn }: SignInFormProps) {
  const signIn = trpc.session.signIn.useMutation({ onSuccess: onSignedIn });
  const { fields, rest } = formErrors(signIn.error, names);
  return (
    // POST: sent before the page listens, what was typed must not end up in an address.
    <form
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        const values = readForm(event, names);
        if (!signIn.isPending) signIn.mutate(values);
      }}
    >
      <EmailField autoComplete="username" known={email} error={fields.email} required />
      <PasswordField label="Password" name="password" autoComplete="current-password" error={fields.password} />
      <FormAlert text={rest} />
      <div className="flex flex-wrap justify-end gap-2">
        {children}
        <Button
          type="submit"
          variant="primary"
          // Signed in, it stays so until the next page is there.
          busy={signIn.isPending || signIn.isSuccess}
          className={children ? undefined : "w-full"}
        >
          Sign in
        </Button>
      </div>
    </form>
  );
}
