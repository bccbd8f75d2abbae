"use client";
import { type ReactNode, useId } from "react";

interface FieldShellProps {
  /** what a problem's path calls it; jumping to a problem finds it by this */
  field: string;
  label: string;
  help?: ReactNode;
  problems?: readonly string[];
  /** beside the label */
  action?: ReactNode;
  children: (describedBy: string | undefined) => ReactNode;
}

/** A labelled control of the inspector, with its help and what is wrong with it. */
export function FieldShell({ field, label, help, problems = [], action, children }: FieldShellProps) {
  const id = useId();
  const isExplained = help !== undefined || problems.length > 0;
  return (
    <div data-field={field} className="flex min-w-0 flex-col gap-1">
      <div className="flex min-h-6 items-center justify-between gap-2">
        <span className="text-sm font-medium">{label}</span>
        {action}
      </div>
      {children(isExplained ? id : undefined)}
      {isExplained ? (
        <div id={id} className="flex flex-col gap-0.5 text-xs">
          {problems.map((problem) => (
            <p key={problem} className="break-words text-danger-ink">
              {problem}
            </p>
          ))}
          {help === undefined ? null : <p className="break-words text-ink-muted">{help}</p>}
        </div>
      ) : null}
    </div>
  );
}
