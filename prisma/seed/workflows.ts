/** The example workflows. Their ids are fixed, so that a second run finds what the first one made. */
export interface ExampleWorkflow {
  id: string;
  name: string;
  description: string;
  active: boolean;
  nodes: unknown[];
  edges: { source: string; target: string; branch?: string }[];
}

const orderNotification: ExampleWorkflow = {
  id: "01980000-0000-7000-8000-000000000001",
  name: "Order notification",
  description:
    'Big orders wait five seconds and are then sent on; small ones are only noted. Try it with { "amount": 150 } and with { "amount": 20 }.',
  active: true,
  nodes: [
    { id: "start", type: "trigger", name: "Order received", config: {}, position: { x: 240, y: 0 } },
    {
      id: "big",
      type: "condition",
      name: "Big order?",
      config: { expression: "{{ trigger.amount }} > 100" },
      position: { x: 240, y: 120 },
    },
    { id: "pause", type: "delay", name: "Wait", config: { seconds: 5 }, position: { x: 80, y: 240 } },
    {
      id: "notify",
      type: "http_request",
      name: "Notify",
      config: {
        method: "POST",
        url: "{{ app.url }}/api/echo",
        headers: { authorization: "Bearer {{ secrets.HOOK_TOKEN }}" },
        body: { amount: "{{ trigger.amount }}" },
        timeout_seconds: 30,
        max_attempts: 5,
      },
      position: { x: 80, y: 360 },
    },
    {
      id: "note",
      type: "log",
      name: "Note",
      config: { message: "small: {{ trigger.amount }}", level: "info" },
      position: { x: 400, y: 240 },
    },
  ],
  edges: [
    { source: "start", target: "big" },
    { source: "big", target: "pause", branch: "true" },
    { source: "big", target: "note", branch: "false" },
    { source: "pause", target: "notify" },
  ],
};

const everyNodeType: ExampleWorkflow = {
  id: "01980000-0000-7000-8000-000000000002",
  name: "Every node type",
  description: "A draft to look around in and to change: one node of each type, and a join.",
  active: false,
  nodes: [
    { id: "start", type: "trigger", name: "Start", config: {}, position: { x: 240, y: 0 } },
    { id: "wait", type: "delay", name: "Wait a second", config: { seconds: 1 }, position: { x: 240, y: 120 } },
    {
      id: "call",
      type: "http_request",
      name: "Call the echo",
      config: { method: "GET", url: "{{ app.url }}/api/echo", query: { run: "{{ run.id }}" }, max_attempts: 3 },
      position: { x: 240, y: 240 },
    },
    {
      id: "ok",
      type: "condition",
      name: "Did it answer?",
      config: { expression: "{{ steps.call.output.status }} == 200" },
      position: { x: 240, y: 360 },
    },
    {
      id: "good",
      type: "log",
      name: "It did",
      config: { message: "{{ steps.call.output.body.path }} answered {{ steps.call.output.status }}", level: "info" },
      position: { x: 80, y: 480 },
    },
    {
      id: "bad",
      type: "log",
      name: "It did not",
      config: { message: "The echo answered {{ steps.call.output.status }}", level: "warn" },
      position: { x: 400, y: 480 },
    },
    { id: "done", type: "log", name: "Done", config: { message: "Done", level: "info" }, position: { x: 240, y: 600 } },
  ],
  edges: [
    { source: "start", target: "wait" },
    { source: "wait", target: "call" },
    { source: "call", target: "ok" },
    { source: "ok", target: "good", branch: "true" },
    { source: "ok", target: "bad", branch: "false" },
    { source: "good", target: "done" },
    { source: "bad", target: "done" },
  ],
};

const alwaysFails: ExampleWorkflow = {
  id: "01980000-0000-7000-8000-000000000003",
  name: "Always fails",
  description:
    "Calls an address that answers 500, tries again after a while, and gives up: to see retries, a dead step, and what Retry does.",
  active: true,
  nodes: [
    { id: "start", type: "trigger", name: "Start", config: {}, position: { x: 0, y: 0 } },
    {
      id: "broken",
      type: "http_request",
      name: "A broken service",
      config: { method: "POST", url: "{{ app.url }}/api/echo", query: { status: 500 }, max_attempts: 2 },
      position: { x: 0, y: 120 },
    },
    {
      id: "after",
      type: "log",
      name: "Never reached",
      config: { message: "It worked after all", level: "info" },
      position: { x: 0, y: 240 },
    },
  ],
  edges: [
    { source: "start", target: "broken" },
    { source: "broken", target: "after" },
  ],
};

export const exampleWorkflows: readonly ExampleWorkflow[] = [orderNotification, everyNodeType, alwaysFails];

/** Named by "Order notification". Its value is no secret: the echo that it is sent to is this app's own. */
export const exampleSecret = { key: "HOOK_TOKEN", value: "example-hook-token" };
