import type { ReactNode } from "react";

interface LabelledProps {
  /** what the control is called, too: it says so itself to those who listen */
  label: string;
  help?: ReactNode;
  children: ReactNode;
}

/** A control that is no text field, under its label. */
export function Labelled({ label, help, children }: LabelledProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden className="text-sm font-medium">
        {label}
      </span>
      {children}
      {help ? <p className="text-xs text-ink-muted">{help}</p> : null}
    </div>
  );
}
