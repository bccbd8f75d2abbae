"use client";
import { useState } from "react";
import { formatJson } from "@/components/json/format-json";
import type { JsonText } from "@/core/json";
import { trpc } from "@/trpc/client";
import { samplePayloadText } from "./sample-payload";

/** What the editor starts with: a given payload, or the workflow's last one, or one made from what the workflow reads. */
export type StartingPayload = { from: "given"; payload: JsonText } | { from: "suggestion"; nodes: JsonText };

export interface SuggestedPayload {
  text: string;
  /** where it comes from, for the person to judge it */
  hint: string;
}

/** A payload to begin with; undefined while it is looked for. Once found it stays, whatever runs start meanwhile. */
export function useSuggestedPayload(workflowId: string, start: StartingPayload): SuggestedPayload | undefined {
  const isGiven = start.from === "given";
  const latest = trpc.runs.list.useQuery({ workflow_id: workflowId, limit: 1 }, { enabled: !isGiven });
  const id = latest.data?.items[0]?.id;
  const run = trpc.runs.get.useQuery({ id: id ?? "" }, { enabled: id !== undefined });
  const [settled, setSettled] = useState<SuggestedPayload>();
  if (settled) return settled;

  const settle = (suggestion: SuggestedPayload): SuggestedPayload => {
    setSettled(suggestion);
    return suggestion;
  };
  if (isGiven) return settle({ text: print(start.payload), hint: "The same payload as before." });
  if (run.data) return settle({ text: print(run.data.input), hint: "The payload of the latest run." });
  const isLooking = latest.isPending || (id !== undefined && run.isPending);
  if (isLooking) return undefined;
  const text = samplePayloadText(start.nodes.parse());
  return settle({
    text,
    hint: text === "{}" ? "This workflow reads nothing of its payload." : "Made from what the workflow reads.",
  });
}

function print(payload: JsonText): string {
  try {
    return formatJson(payload.parse());
  } catch {
    return payload.text;
  }
}
