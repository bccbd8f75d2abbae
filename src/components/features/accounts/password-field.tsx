"use client";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";

interface PasswordFieldProps {
  label: string;
  name: string;
  /** tells password managers whether to fill in or to make one up */
  autoComplete: "current-password" | "new-password";
  error?: string | undefined;
  help?: string;
}

/** A password, hidden until somebody wants to see what they type. */
export function PasswordField({ label, name, autoComplete, error, help }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} error={error} help={help}>
      <span className="relative block">
        <Input
          type={shown ? "text" : "password"}
          name={name}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={256}
          required
          className="pr-9"
        />
        <Button
          variant="ghost"
          size="small-icon"
          aria-label={`Show: ${label}`}
          aria-pressed={shown}
          className="absolute top-0.5 right-0.5"
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </Button>
      </span>
    </Field>
  );
}
