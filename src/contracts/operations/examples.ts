/** Ids of the workflows that the seed makes, and of a run. */
export const exampleIds = {
  /** active: big orders wait and are sent on, small ones are noted */
  active: "01980000-0000-7000-8000-000000000001",
  /** a draft */
  draft: "01980000-0000-7000-8000-000000000002",
  run: "01980000-0000-7000-8000-0000000000a1",
} as const;

const at = "2026-01-31T09:30:00.000Z";
const later = "2026-01-31T09:30:00.120Z";

export const exampleGraph = {
  nodes: [
    { id: "start", type: "trigger", config: {} },
    { id: "note", type: "log", config: { message: "Hello {{ trigger.name }}", level: "info" } },
  ],
  edges: [{ source: "start", target: "note" }],
} as const;

const workflowSummary = {
  id: exampleIds.draft,
  name: "Hello",
  description: "",
  status: "draft",
  version: 1,
  created_at: at,
  updated_at: at,
} as const;

export const exampleWorkflow = { ...workflowSummary, ...exampleGraph } as const;
export const exampleActiveWorkflow = { ...exampleWorkflow, status: "active", updated_at: later } as const;
export const exampleArchivedWorkflow = { ...exampleWorkflow, status: "archived", updated_at: later } as const;
export const exampleWorkflowCopy = { ...exampleWorkflow, name: "Copy of Hello" } as const;
export const exampleWorkflowFile = {
  format: "workflow-engine/workflow",
  format_version: 1,
  name: "Hello",
  description: "",
  ...exampleGraph,
  secrets: [],
} as const;
export const exampleWorkflowPage = {
  items: [
    {
      ...workflowSummary,
      status: "active",
      last_run: { id: exampleIds.run, status: "succeeded", created_at: later },
      recent_runs: { finished: 40, succeeded: 39 },
    },
  ],
  next_cursor: null,
} as const;

export const exampleStartedRun = {
  id: exampleIds.run,
  workflow_id: exampleIds.active,
  status: "pending",
  created_at: at,
} as const;

const runSummary = {
  id: exampleIds.run,
  workflow_id: exampleIds.active,
  workflow_name: "Order notification",
  version: 1,
  status: "succeeded",
  trigger_type: "api",
  error: null,
  created_at: at,
  started_at: at,
  finished_at: later,
} as const;

const step = {
  name: null,
  status: "succeeded",
  attempt: 1,
  max_attempts: 3,
  next_retry_at: null,
  error: null,
  started_at: at,
  finished_at: later,
  attempts: [{ attempt: 1, started_at: at, finished_at: later, error: null }],
} as const;

export const exampleRun = {
  ...runSummary,
  input: { amount: 20 },
  steps: [
    {
      ...step,
      id: "1",
      node_id: "start",
      node_type: "trigger",
      dedup_key: `run-${exampleIds.run}:node-start`,
      input: null,
      output: { amount: 20 },
    },
    {
      ...step,
      id: "2",
      node_id: "note",
      node_type: "log",
      dedup_key: `run-${exampleIds.run}:node-note`,
      input: { message: "small: 20", level: "info" },
      output: { message: "small: 20", level: "info" },
    },
  ],
} as const;
export const exampleRunPage = { items: [runSummary], next_cursor: null } as const;

export const exampleRetriedRun = { ...exampleRun, status: "running", finished_at: null } as const;
export const exampleCancelledRun = { ...exampleRun, status: "cancelled" } as const;

export const exampleChangedRunPage = {
  items: [{ id: exampleIds.run, status: "running", error: null }],
  next_cursor: null,
} as const;
export const exampleCancelledRunPage = {
  items: [
    {
      id: exampleIds.run,
      status: "succeeded",
      error: {
        code: "run_finished",
        message: "Only an unfinished run can be cancelled; this one is succeeded.",
      },
    },
  ],
  next_cursor: null,
} as const;

export const exampleErrorKey = "http_status: POST https://example.com answered 503 Service Unavailable.";

const deadLetter = {
  id: "3",
  run_id: exampleIds.run,
  run_status: "failed",
  workflow_id: exampleIds.active,
  workflow_name: "Order notification",
  version: 1,
  node_id: "notify",
  node_type: "http_request",
  attempt: 5,
  max_attempts: 5,
  error: { code: "http_status", message: "POST https://example.com answered 503 Service Unavailable." },
  error_key: exampleErrorKey,
  finished_at: at,
} as const;
export const exampleDeadLetterPage = { items: [deadLetter], next_cursor: null } as const;
export const exampleDeadLetterGroupPage = {
  items: [
    {
      workflow_id: exampleIds.active,
      workflow_name: "Order notification",
      node_id: "notify",
      error_key: exampleErrorKey,
      count: 12,
      first_at: "2026-01-31T08:10:00.000Z",
      last_at: at,
      timeline: [
        { at: "2026-01-31T08:00:00.000Z", count: 4 },
        { at: "2026-01-31T09:00:00.000Z", count: 8 },
      ],
      example: deadLetter,
    },
  ],
  next_cursor: null,
} as const;

export const exampleSecret = {
  key: "API_TOKEN",
  hosts: ["api.example.com"],
  created_at: at,
  updated_at: at,
  readable: true,
} as const;

export const exampleSecretUsage = {
  key: "API_TOKEN",
  uses: [
    {
      workflow_id: exampleIds.active,
      workflow_name: "Order notification",
      workflow_status: "active",
      version: 1,
      kind: "normal",
      is_current: true,
      open_runs: 2,
      node_ids: ["notify"],
    },
  ],
} as const;

export const exampleEcho = {
  method: "POST",
  url: "/api/echo?hello=world",
  path: "/api/echo",
  query: { hello: "world" },
  headers: { "content-type": "application/json", host: "127.0.0.1:3000" },
  body: { amount: 1.5 },
} as const;
