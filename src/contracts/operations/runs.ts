import { changedRunPage, changeRunsInput } from "../change-runs";
import { byIdInput } from "../common";
import type { Operation } from "../operation";
import { listRunsInput, run, runPage, startedRun, testRunInput, tickInput, tickOutput, triggerInput } from "../runs";
import {
  exampleCancelledRun,
  exampleCancelledRunPage,
  exampleChangedRunPage,
  exampleIds,
  exampleRetriedRun,
  exampleRun,
  exampleRunPage,
  exampleStartedRun,
} from "./examples";

const needs = ["caller", "database"] as const;
const byId = { schema: byIdInput } as const;
const payloadExamples = {
  big: { summary: "A big order", value: { amount: 150 } },
  small: { summary: "A small order", value: { amount: 20 } },
} as const;

export const runOperations = {
  triggerWorkflow: {
    method: "POST",
    path: "/api/workflows/{id}/trigger",
    tag: "Runs",
    summary: "Start a run of an active workflow",
    description:
      "The body is the payload: any JSON value; no body is `{}`. A run that has nothing to wait for is finished in the answer. With an `Idempotency-Key` a repeat answers the same run, whatever has become of it and of the workflow, so a client that got no answer sends the same request again.",
    needs,
    pathParameters: { ...byId, examples: { id: exampleIds.active } },
    headers: {
      "Idempotency-Key": {
        schema: triggerInput.shape.idempotency_key,
        description:
          "Names the request, within its workflow, for as long as its run exists. Payloads that are equal as JSON are the same.",
        example: "order-4711",
      },
    },
    body: {
      kind: "json",
      schema: triggerInput.shape.payload,
      optional: true,
      description: "The payload.",
      examples: payloadExamples,
    },
    answers: {
      200: { description: "This key's run, started before.", schema: startedRun, example: exampleStartedRun },
      202: { description: "The run was started.", schema: startedRun, example: exampleStartedRun },
    },
    errors: ["not_found", "not_active", "idempotency_conflict", "conflict", "validation_error"],
    procedure: "runs.trigger",
  },
  testRunWorkflow: {
    method: "POST",
    path: "/api/workflows/{id}/test-run",
    tag: "Runs",
    summary: "Try a draft or an active workflow",
    description:
      "Freezes a copy of the workflow as it stands and runs it with the payload, without activating it. Effects are real; the run is marked as a test and left out of statistics.",
    needs,
    pathParameters: { ...byId, examples: { id: exampleIds.active } },
    body: {
      kind: "json",
      schema: testRunInput.shape.payload,
      optional: true,
      description: "The payload.",
      examples: payloadExamples,
    },
    answers: { 202: { description: "The run was started.", schema: startedRun, example: exampleStartedRun } },
    errors: ["not_found", "conflict", "validation_error", "cycle_detected"],
    procedure: "runs.testRun",
  },
  listRuns: {
    method: "GET",
    path: "/api/runs",
    tag: "Runs",
    summary: "List runs",
    description:
      "Newest first; every condition that is given must hold. A workflow that does not exist has no runs; a `workflow_id` that is no id at all is not found.",
    needs,
    query: listRunsInput,
    answers: { 200: { description: "A page of runs.", schema: runPage, example: exampleRunPage } },
    errors: ["not_found"],
    procedure: "runs.list",
  },
  getRun: {
    method: "GET",
    path: "/api/runs/{id}",
    tag: "Runs",
    summary: "Get a run with its steps",
    needs,
    pathParameters: byId,
    answers: { 200: { description: "The run.", schema: run, example: exampleRun } },
    errors: ["not_found"],
    procedure: "runs.get",
  },
  retryRun: {
    method: "POST",
    path: "/api/runs/{id}/retry",
    tag: "Runs",
    summary: "Retry a failed run",
    description:
      "Sends its dead steps back to the queue, on the version that the run started on; what succeeded is not done again.",
    needs,
    pathParameters: byId,
    body: { kind: "ignored" },
    answers: { 202: { description: "The run goes on.", schema: run, example: exampleRetriedRun } },
    errors: ["not_found", "run_not_failed"],
    procedure: "runs.retry",
  },
  cancelRun: {
    method: "POST",
    path: "/api/runs/{id}/cancel",
    tag: "Runs",
    summary: "Cancel an unfinished run",
    description: "Works with or without a worker alive; what its running steps still answer is refused.",
    needs,
    pathParameters: byId,
    body: { kind: "ignored" },
    answers: { 202: { description: "The run is cancelled.", schema: run, example: exampleCancelledRun } },
    errors: ["not_found", "run_finished"],
    procedure: "runs.cancel",
  },
  retryRuns: {
    method: "POST",
    path: "/api/runs/retry",
    tag: "Runs",
    summary: "Retry several failed runs",
    description:
      "Runs by their ids, or those that a filter picks, a batch of `limit` at a time: while there is a `next_cursor`, send the same filter again with it as `cursor`. Each run is retried by itself, and the answer tells of each what became of it; asking twice retries nothing twice.",
    needs,
    body: {
      kind: "json",
      schema: changeRunsInput,
      examples: {
        filter: {
          summary: "Failed runs of a workflow, of the last day",
          value: { filter: { workflow_id: exampleIds.active, created_within: "24h" }, limit: 100 },
        },
        ids: { summary: "One run", value: { ids: [exampleIds.run] } },
      },
    },
    answers: { 200: { description: "What became of each.", schema: changedRunPage, example: exampleChangedRunPage } },
    errors: ["not_found", "validation_error"],
    procedure: "runs.retryMany",
  },
  cancelRuns: {
    method: "POST",
    path: "/api/runs/cancel",
    tag: "Runs",
    summary: "Cancel several unfinished runs",
    description:
      "As with retrying several: by their ids, or a batch of those that a filter picks. Runs that start after the first batch are not met.",
    needs,
    body: {
      kind: "json",
      schema: changeRunsInput,
      examples: {
        filter: {
          summary: "Unfinished runs of a workflow",
          value: { filter: { workflow_id: exampleIds.active, created_before: "2026-01-31T09:30:00Z" } },
        },
        ids: { summary: "One run", value: { ids: [exampleIds.run] } },
      },
    },
    answers: { 200: { description: "What became of each.", schema: changedRunPage, example: exampleCancelledRunPage } },
    errors: ["not_found", "validation_error"],
    procedure: "runs.cancelMany",
  },
  tick: {
    method: "POST",
    path: "/api/tick",
    tag: "Runs",
    summary: "Do one round of work",
    description:
      "Claims, executes and completes what is due, in the web process. It never hastens a delay, is safe beside workers, and answers within 30 seconds.",
    needs,
    body: {
      kind: "json",
      schema: tickInput,
      optional: true,
      examples: { everything: { summary: "Everything that is due", value: {} } },
    },
    answers: { 200: { description: "What was done.", schema: tickOutput, example: { claimed: 1, completed: 1 } } },
    errors: ["not_found", "validation_error"],
    procedure: "runs.tick",
  },
} as const satisfies Record<string, Operation>;
