/** Small graphs for tests of the surfaces. */

const start = { id: "start", type: "trigger", config: {} };

export interface Graph {
  nodes: object[];
  edges: object[];
}

/** Succeeds at once: its runs are finished when they are started. */
export function logGraph(message = "hello {{ trigger.name ?? 'nobody' }}"): Graph {
  return {
    nodes: [start, { id: "note", type: "log", name: "Note", config: { message } }],
    edges: [{ source: "start", target: "note" }],
  };
}

/** Is unfinished until somebody works on it, and then still for an hour. */
export const waitingGraph: Graph = {
  nodes: [start, { id: "wait", type: "delay", name: "Wait", config: { seconds: 3600 } }],
  edges: [{ source: "start", target: "wait" }],
};

/** Dies at once: a condition of a number. */
export const dyingGraph: Graph = {
  nodes: [
    start,
    { id: "check", type: "condition", config: { expression: "trigger.amount" } },
    { id: "note", type: "log", config: { message: "never" } },
  ],
  edges: [
    { source: "start", target: "check" },
    { source: "check", target: "note", branch: "true" },
  ],
};

/** Calls an address, once. */
export function callGraph(url: string, maxAttempts = 1): Graph {
  return {
    nodes: [
      start,
      { id: "call", type: "http_request", name: "Call", config: { method: "POST", url, max_attempts: maxAttempts } },
      { id: "note", type: "log", config: { message: "{{ steps.call.output.status }}" } },
    ],
    edges: [
      { source: "start", target: "call" },
      { source: "call", target: "note" },
    ],
  };
}
