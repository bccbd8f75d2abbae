import { exampleGraph, exampleIds, exampleRun } from "./examples";

const { input, steps, ...summary } = exampleRun;

export const exampleStep = steps[1];

export const exampleRunOverview = {
  ...summary,
  workflow_status: "active",
  actor: "local",
  steps: steps.map(({ input: _input, output: _output, ...step }) => ({ ...step, branch: null })),
} as const;

export const exampleRunDefinition = { run_id: exampleIds.run, version: 1, ...exampleGraph } as const;
export const exampleRunPayload = { run_id: exampleIds.run, payload: input } as const;
export const exampleRecentPayloads = {
  items: [
    {
      run_id: exampleIds.run,
      status: "succeeded",
      created_at: summary.created_at,
      preview: JSON.stringify(input),
      length: JSON.stringify(input).length,
    },
  ],
} as const;

const reason = {
  code: "waiting_for_delay",
  message: "“pause” waits until 2026-01-31T09:30:05.000Z, as its delay says.",
  since: summary.created_at,
  until: "2026-01-31T09:30:05.000Z",
  ahead: null,
  worker: null,
  node_ids: [],
  node_id: "pause",
} as const;

export const exampleExplanation = {
  run_id: exampleIds.run,
  status: "running",
  at: "2026-01-31T09:30:01.000Z",
  workers: { active: 1, stopping: 0 },
  reason,
  nodes: [
    {
      ...reason,
      message: "This step waits until 2026-01-31T09:30:05.000Z, as its delay says.",
      status: "pending",
    },
    {
      ...reason,
      code: "not_reached",
      message: "This step has not been reached yet: it comes after “pause”, which has not been done yet.",
      since: null,
      until: null,
      node_ids: ["pause"],
      node_id: "notify",
      status: null,
    },
  ],
} as const;
