"use client";
import { Field as BaseField } from "@base-ui/react/field";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

export const inputStyles =
  "w-full min-w-0 rounded-md border border-line-strong bg-canvas px-2.5 text-sm text-ink placeholder:text-ink-faint any-pointer-coarse:text-lg focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:border-line disabled:bg-subtle disabled:text-ink-muted read-only:border-line read-only:bg-subtle data-invalid:border-danger-ink";

interface FieldProps {
  label: string;
  help?: ReactNode;
  /** what is wrong, at the place where it is wrong */
  error?: string | undefined;
  className?: string;
  children: ReactNode;
}

/** A labelled control with its help and its error; the control is an `Input` or a `Textarea`. */
export function Field({ label, help, error, className, children }: FieldProps) {
  return (
    <BaseField.Root invalid={error !== undefined} className={cn("flex flex-col gap-1.5", className)}>
      <BaseField.Label className="text-sm font-medium">{label}</BaseField.Label>
      {children}
      {error !== undefined ? (
        <BaseField.Error match className="text-sm break-words text-danger-ink" role="alert">
          {error}
        </BaseField.Error>
      ) : null}
      {help ? (
        <BaseField.Description className="text-xs text-ink-muted" render={<div />}>
          {help}
        </BaseField.Description>
      ) : null}
    </BaseField.Root>
  );
}

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <BaseField.Control className={cn(inputStyles, "h-8", className)} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <BaseField.Control render={<textarea className={cn(inputStyles, "min-h-16 py-1.5", className)} {...props} />} />
  );
}
