import { JsonView } from "@/components/json/json-view";
import type { JsonText } from "@/core/json";
import { readStepError } from "./read-step-error";

interface StepErrorViewProps {
  error: JsonText;
  label?: string;
  /** what else is known shows when somebody asks */
  folded?: boolean;
}

export function StepErrorView({ error, label = "Error details", folded = false }: StepErrorViewProps) {
  const { code, message, details } = readStepError(error);
  const view = details ? (
    <JsonView label={label} text={details.text} className="rounded-none border-x-0 border-b-0" />
  ) : null;
  return (
    <div className="overflow-hidden rounded-md border border-danger-line">
      <div className="bg-danger-soft px-3 py-2 text-sm">
        <code className="font-mono text-xs font-medium text-danger-ink">{code}</code>
        <p className="mt-0.5 break-words whitespace-pre-wrap">{message}</p>
      </div>
      {view && folded ? (
        <details className="group">
          <summary className="border-t px-3 py-1.5 text-xs text-ink-muted hover:bg-hover focus-visible:-outline-offset-2">
            Details
          </summary>
          {view}
        </details>
      ) : (
        view
      )}
    </div>
  );
}
