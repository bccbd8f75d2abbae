import { JsonView } from "@/components/json/json-view";
import type { JsonText } from "@/core/json";
import { readStepError } from "./read-step-error";

export function StepErrorView({ error, label = "Error details" }: { error: JsonText; label?: string }) {
  const { code, message, details } = readStepError(error);
  return (
    <div className="overflow-hidden rounded-md border border-danger-line">
      <div className="bg-danger-soft px-3 py-2 text-sm">
        <code className="font-mono text-xs font-medium text-danger-ink">{code}</code>
        <p className="mt-0.5 break-words whitespace-pre-wrap">{message}</p>
      </div>
      {details ? <JsonView label={label} text={details.text} className="rounded-none border-x-0 border-b-0" /> : null}
    </div>
  );
}
