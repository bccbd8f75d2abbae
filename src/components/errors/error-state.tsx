"use client";
import { RotateCcw, TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { readError } from "./read-error";

interface ErrorStateProps {
  /** what could not be done, for example "The runs could not be loaded" */
  title: string;
  error: unknown;
  onRetry?: () => void;
  busy?: boolean;
}

/** Takes the place of what could not be loaded: what went wrong, how to find it in the log, and a way on. */
export function ErrorState({ title, error, onRetry, busy = false }: ErrorStateProps) {
  const { message, requestId } = readError(error);
  return (
    <div role="alert" className="rounded-lg border border-danger-line bg-danger-soft p-4">
      <div className="flex items-start gap-3">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-ink" />
        <div className="min-w-0 flex-1">
          <h2 className="font-medium text-danger-ink">{title}</h2>
          <p className="mt-1 text-sm break-words">{message}</p>
          {requestId ? (
            <p className="mt-1 flex items-center gap-1 text-xs text-ink-muted">
              <span>
                Request <code className="font-mono break-all">{requestId}</code>
              </span>
              <CopyButton text={requestId} label="Copy the request id" className="-my-1" />
            </p>
          ) : null}
          {onRetry ? (
            <Button className="mt-3" size="small" busy={busy} onClick={onRetry}>
              <RotateCcw aria-hidden />
              Try again
            </Button>
          ) : null}
        </div>
      </div>
    </div>
  );
}
