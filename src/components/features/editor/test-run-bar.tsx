"use client";
import { FlaskConical, X } from "lucide-react";
import Link from "next/link";
import { shortId } from "@/components/features/runs/short-id";
import { Button } from "@/components/ui/button";
import { StatusBadge } from "@/components/ui/status-badge";
import type { TestRunView } from "./use-test-run";

/** Above the graph that shows a test run's states: which run it is, and how it ended. */
export function TestRunBar({ view, onClose }: { view: TestRunView; onClose: () => void }) {
  const { run, runId } = view;
  return (
    <section
      aria-label="Test run"
      className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-subtle px-3 py-1 text-sm"
    >
      <FlaskConical aria-hidden className="size-4 text-ink-muted" />
      <span className="font-medium">Test run {shortId(runId)}</span>
      <span role="status">{run ? <StatusBadge status={run.status} /> : "Starting…"}</span>
      {run?.error ? <span className="min-w-0 flex-1 truncate text-danger-ink">{run.error.message}</span> : null}
      <span className="ml-auto flex items-center gap-1">
        <Link href={`/runs/${runId}`} className="rounded-sm px-1 text-accent-ink hover:underline">
          Open the run
        </Link>
        <Button variant="ghost" size="small-icon" aria-label="Hide the test run" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </span>
    </section>
  );
}
