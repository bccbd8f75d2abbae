import { Field, Input } from "@/components/ui/field";

interface EmailFieldProps {
  /** `off`: it is somebody else's */
  autoComplete: "username" | "off";
  /** the address, where it is known already and no other will do */
  known?: string | undefined;
  error?: string | undefined;
  required?: boolean;
}

export function EmailField({ autoComplete, known, error, required = false }: EmailFieldProps) {
  return (
    <Field label="E-mail" error={error}>
      <Input
        type="email"
        name="email"
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required={required}
        {...(known !== undefined && { defaultValue: known, readOnly: true })}
      />
    </Field>
  );
}
