import { byIdInput } from "../common";
import { runExplanation } from "../explanation";
import type { Operation } from "../operation";
import { recentPayloads, runDefinition, runOverview, runPayload } from "../run-view";
import { step } from "../runs";
import {
  exampleExplanation,
  exampleRecentPayloads,
  exampleRunDefinition,
  exampleRunOverview,
  exampleRunPayload,
  exampleStep,
} from "./example-views";
import { exampleIds } from "./examples";

const needs = ["caller", "database"] as const;
const byId = { schema: byIdInput } as const;

/** A run part by part: what a page shows at once, and what it loads when somebody asks. */
export const runViewOperations = {
  getRunOverview: {
    method: "GET",
    path: "/api/runs/{id}/overview",
    tag: "Runs",
    summary: "Get a run with its steps, without payloads",
    description: "The same run as `GET /api/runs/{id}`, small however large its payloads are.",
    needs,
    pathParameters: byId,
    answers: { 200: { description: "The run.", schema: runOverview, example: exampleRunOverview } },
    errors: ["not_found"],
    procedure: "runs.overview",
  },
  explainRun: {
    method: "GET",
    path: "/api/runs/{id}/explanation",
    tag: "Runs",
    summary: "Ask why a run stands where it stands",
    description:
      "In words: what the run waits for (a delay, the next try, a worker, its place in the queue, a join), who holds its running steps, and for each node that did not run, why.",
    needs,
    pathParameters: byId,
    answers: { 200: { description: "The reasons.", schema: runExplanation, example: exampleExplanation } },
    errors: ["not_found"],
    procedure: "runs.explanation",
  },
  getRunDefinition: {
    method: "GET",
    path: "/api/runs/{id}/definition",
    tag: "Runs",
    summary: "Get the definition that a run was started on",
    description: "Whatever the workflow has become since. It never changes.",
    needs,
    pathParameters: byId,
    answers: { 200: { description: "Nodes and edges.", schema: runDefinition, example: exampleRunDefinition } },
    errors: ["not_found"],
    procedure: "runs.definition",
  },
  getRunPayload: {
    method: "GET",
    path: "/api/runs/{id}/payload",
    tag: "Runs",
    summary: "Get the payload that a run was started with",
    needs,
    pathParameters: byId,
    answers: { 200: { description: "The payload.", schema: runPayload, example: exampleRunPayload } },
    errors: ["not_found"],
    procedure: "runs.payload",
  },
  getStep: {
    method: "GET",
    path: "/api/steps/{id}",
    tag: "Runs",
    summary: "Get a step with its payloads",
    description: "As it stands in `GET /api/runs/{id}`.",
    needs,
    pathParameters: byId,
    answers: { 200: { description: "The step.", schema: step, example: exampleStep } },
    errors: ["not_found"],
    procedure: "runs.step",
  },
  listRecentPayloads: {
    method: "GET",
    path: "/api/workflows/{id}/payloads",
    tag: "Runs",
    summary: "List the payloads that a workflow was triggered with lately",
    description: "Each once, the latest first, ten at most; only the beginning of each.",
    needs,
    pathParameters: { ...byId, examples: { id: exampleIds.active } },
    answers: { 200: { description: "The payloads.", schema: recentPayloads, example: exampleRecentPayloads } },
    errors: ["not_found"],
    procedure: "workflows.recentPayloads",
  },
} as const satisfies Record<string, Operation>;
