"use client";
import { useState } from "react";
import { formatJson } from "@/components/json/format-json";
import type { JsonText } from "@/core/json";
import { trpc } from "@/trpc/client";
import { samplePayloadText } from "./sample-payload";

/** What the editor starts with: a run's payload, or the workflow's last one, or one made from what the workflow reads. */
export type StartingPayload = { from: "run"; runId: string } | { from: "suggestion"; nodes: JsonText };

export interface SuggestedPayload {
  text: string;
  /** where it comes from, for the person to judge it */
  hint: string;
  /** the workflow's nodes, which say what it reads */
  nodes: JsonText;
}

/** A payload to begin with; undefined while it is looked for. Once found it stays, whatever runs start meanwhile. */
export function useSuggestedPayload(workflowId: string, start: StartingPayload): SuggestedPayload | undefined {
  const isGiven = start.from === "run";
  const workflow = trpc.workflows.get.useQuery({ id: workflowId }, { enabled: isGiven });
  const recent = trpc.workflows.recentPayloads.useQuery({ id: workflowId }, { enabled: !isGiven });
  const id = isGiven ? start.runId : recent.data?.items[0]?.run_id;
  const payload = trpc.runs.payload.useQuery(
    { id: id ?? "" },
    { enabled: id !== undefined, staleTime: Number.POSITIVE_INFINITY },
  );
  const [settled, setSettled] = useState<SuggestedPayload>();
  if (settled) return settled;

  const settle = (suggestion: SuggestedPayload): SuggestedPayload => {
    setSettled(suggestion);
    return suggestion;
  };
  const nodes = isGiven ? workflow.data?.nodes : start.nodes;
  const isLooking = (isGiven ? workflow.isPending : recent.isPending) || (id !== undefined && payload.isPending);
  if (isLooking || !nodes) return undefined;
  if (payload.data) {
    const hint = isGiven ? "The same payload as before." : "The payload of the latest run.";
    return settle({ text: printPayload(payload.data.payload), hint, nodes });
  }
  return settle({ ...suggestSample(nodes), nodes });
}

/** A payload made from what the workflow reads. */
export function suggestSample(nodes: JsonText): Pick<SuggestedPayload, "text" | "hint"> {
  const text = samplePayloadText(nodes.parse());
  const hint = text === "{}" ? "This workflow reads nothing of its payload." : "Made from what the workflow reads.";
  return { text, hint };
}

export function printPayload(payload: JsonText): string {
  try {
    return formatJson(payload.parse());
  } catch {
    return payload.text;
  }
}
