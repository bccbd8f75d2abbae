"use client";
import type { StartedRun } from "@/contracts/runs";
import { TriggerForm } from "./trigger-form";
import { TriggerSkeleton } from "./trigger-skeleton";
import type { StartMode } from "./use-start-run";
import { type StartingPayload, useSuggestedPayload } from "./use-suggested-payload";

export interface TriggerPayloadProps {
  workflow: { id: string; name: string };
  mode: StartMode;
  payload: StartingPayload;
  onStarted: ((run: StartedRun) => void) | undefined;
}

/** Lives only while the dialog is open, so that each opening starts afresh. */
export function TriggerPayload({ workflow, mode, payload, onStarted }: TriggerPayloadProps) {
  const suggestion = useSuggestedPayload(workflow.id, payload);
  if (suggestion === undefined) return <TriggerSkeleton />;
  return <TriggerForm workflow={workflow} mode={mode} suggestion={suggestion} onStarted={onStarted} />;
}
