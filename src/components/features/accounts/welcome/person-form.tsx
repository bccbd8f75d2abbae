"use client";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { EmailField } from "../email-field";
import { FormAlert } from "../form-alert";
import { formErrors, readForm } from "../form-values";
import { PasswordField } from "../password-field";

const names = ["name", "email", "password"] as const;
export type Person = Record<(typeof names)[number], string>;

interface PersonFormProps {
  /** known already: given by whoever made the link */
  email?: string;
  /** of somebody who is a user already */
  name?: string | undefined;
  submit: string;
  busy: boolean;
  error: unknown;
  onSubmit: (person: Person) => void;
}

/** Who somebody is, and the password that they will sign in with. */
export function PersonForm({ email, name, submit, busy, error, onSubmit }: PersonFormProps) {
  const { fields, rest } = formErrors(error, names);
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        const person = readForm(event, names);
        if (!busy) onSubmit(person);
      }}
    >
      {name === undefined ? (
        <Field label="Name" error={fields.name}>
          <Input name="name" autoComplete="name" maxLength={100} required />
        </Field>
      ) : (
        <input type="hidden" name="name" value={name} />
      )}
      <EmailField autoComplete="username" known={email} error={fields.email} required />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        error={fields.password}
        help="At least 12 characters. A few words in a row are easier to remember than signs."
      />
      <FormAlert text={rest} />
      <Button type="submit" variant="primary" busy={busy} className="w-full">
        {submit}
      </Button>
    </form>
  );
}
