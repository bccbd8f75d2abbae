"use client";
import { useMemo, useState } from "react";
import { checkJson } from "@/components/editor/check-json";
import { recentRunsInput } from "@/components/features/runs/list/run-filters";
import { samplePayloadText } from "@/components/features/runs/trigger/sample-payload";
import { secretListInput } from "@/components/features/secrets/secret-list-input";
import type { Run, RunSummary } from "@/contracts/runs";
import type { Scope, StepState } from "@/core/expression/scope";
import { type Json, JsonError, type JsonText } from "@/core/json";
import { trpc } from "@/trpc/client";

/** The data that previews and completion are made with: those of a run, or a payload of one's own. */
export type PreviewChoice = { kind: "run"; id: string } | { kind: "payload" };

export interface PreviewData {
  choice: PreviewChoice;
  choose: (choice: PreviewChoice) => void;
  runs: readonly RunSummary[];
  run: Run | undefined;
  payloadText: string;
  setPayloadText: (text: string) => void;
  /** undefined while there is nothing to read from */
  trigger: Json | undefined;
  outputs: ReadonlyMap<string, Json>;
  scope: Scope | undefined;
  secretKeys: readonly string[];
}

/** @param startedRunId a run that was started from here; it is shown until another is chosen */
export function usePreviewData(
  workflowId: string,
  nodes: Json,
  isWanted: boolean,
  startedRunId: string | undefined,
): PreviewData {
  const list = trpc.runs.list.useQuery(recentRunsInput(workflowId), { enabled: isWanted });
  const secrets = trpc.secrets.list.useQuery(secretListInput, { enabled: isWanted, staleTime: 30_000 });
  const [chosen, choose] = useState<PreviewChoice>();
  const [typed, setPayloadText] = useState<string>();
  const runs = list.data?.items ?? noRuns;
  const newest = startedRunId ?? runs[0]?.id;
  const choice: PreviewChoice = chosen ?? (newest === undefined ? { kind: "payload" } : { kind: "run", id: newest });
  const runId = choice.kind === "run" ? choice.id : undefined;
  const query = trpc.runs.get.useQuery({ id: runId ?? "" }, { enabled: isWanted && runId !== undefined });
  const run = runId === undefined ? undefined : query.data;
  const payloadText = typed ?? samplePayloadText(nodes);

  const { trigger, outputs } = useMemo((): { trigger: Json | undefined; outputs: ReadonlyMap<string, Json> } => {
    if (runId === undefined) {
      const checked = checkJson(payloadText);
      return { trigger: checked.ok ? checked.value : undefined, outputs: noOutputs };
    }
    return run
      ? { trigger: readPayload(run.input), outputs: outputsOf(run) }
      : { trigger: undefined, outputs: noOutputs };
  }, [runId, run, payloadText]);

  const secretKeys = useMemo(() => secrets.data?.items.map(({ key }) => key) ?? [], [secrets.data]);
  const scope = useMemo((): Scope | undefined => {
    // Never asked for where there is no window.
    if (trigger === undefined || !isWanted) return undefined;
    return {
      trigger,
      step: (nodeId) => stepState(nodeId, outputs),
      run: { id: runId ?? "00000000-0000-7000-8000-000000000000" },
      app: { url: window.location.origin },
      // Its value is not known here, and would not be shown.
      secret: (key) => (secretKeys.includes(key) ? "secret" : undefined),
    };
  }, [trigger, outputs, runId, secretKeys, isWanted]);
  return { choice, choose, runs, run, payloadText, setPayloadText, trigger, outputs, scope, secretKeys };
}

const noRuns: readonly RunSummary[] = [];
const noOutputs: ReadonlyMap<string, Json> = new Map();

function stepState(nodeId: string, outputs: ReadonlyMap<string, Json>): StepState | undefined {
  const output = outputs.get(nodeId);
  return output === undefined ? undefined : { state: "succeeded", output };
}

function outputsOf(run: Run): ReadonlyMap<string, Json> {
  return new Map(
    run.steps.flatMap(({ node_id, status, output }) => {
      const value = status === "succeeded" && output !== null ? readPayload(output) : undefined;
      return value === undefined ? [] : [[node_id, value] as const];
    }),
  );
}

/** What is nested too deep to be read is no data to preview with. */
function readPayload(text: JsonText): Json | undefined {
  try {
    return text.parse();
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
