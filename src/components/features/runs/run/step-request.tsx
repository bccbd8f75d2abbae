import { KeyRound } from "lucide-react";
import { Fragment } from "react";
import { JsonView } from "@/components/json/json-view";
import type { Step } from "@/contracts/runs";
import { readRequest } from "./read-request";

/** The request of an HTTP step with everything filled in but secrets, which show their names only. */
export function StepRequest({ step }: { step: Step }) {
  const request = step.input ? readRequest(step.input, step.dedup_key) : undefined;
  if (!request) {
    return (
      <p className="py-6 text-center text-sm text-ink-muted">
        {step.status === "pending" || step.status === "running"
          ? "Known once a try has ended."
          : "The request could not be made."}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="rounded-md border bg-subtle px-3 py-2 font-mono text-xs break-all">
        <span className="font-semibold">{request.method}</span> <Masked text={request.url} />
      </p>
      <Rows name="Query" rows={request.query} />
      <Rows name="Headers" rows={request.headers} />
      {request.body ? <JsonView label="Body" text={request.body.text} /> : null}
    </div>
  );
}

function Rows({ name, rows }: { name: string; rows: readonly [string, string][] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={name} className="overflow-hidden rounded-md border">
      <h3 className="border-b bg-subtle px-3 py-1.5 text-xs font-medium text-ink-muted">{name}</h3>
      <dl className="divide-y font-mono text-xs">
        {rows.map(([key, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one request, in its order
          <div key={index} className="grid gap-x-3 px-3 py-1.5 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <dt className="break-all text-syntax-key">{key}</dt>
            <dd className="min-w-0 break-all">
              <Masked text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const references = /\{\{\s*secrets\.([A-Z][A-Z0-9_]{0,63})\s*\}\}/;

/** A text whose secrets are dots and a name. */
function Masked({ text }: { text: string }) {
  return text.split(references).map((part, index) =>
    // Every second part is a secret's key: the pattern has one group.
    index % 2 === 1 ? (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in its order
        key={index}
        className="inline-flex items-center gap-1 rounded-sm border bg-hover px-1 align-middle whitespace-nowrap"
      >
        <KeyRound aria-hidden className="size-3 text-ink-muted" />
        <span className="sr-only">secret </span>
        •••• {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in its order
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
