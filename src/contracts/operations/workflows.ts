import { byIdInput } from "../common";
import type { Operation } from "../operation";
import { listWorkflowsInput, saveWorkflowInput, workflow, workflowPage } from "../workflows";
import {
  exampleActiveWorkflow,
  exampleArchivedWorkflow,
  exampleGraph,
  exampleIds,
  exampleWorkflow,
  exampleWorkflowPage,
} from "./examples";

const needs = ["caller", "database"] as const;
const byId = (id: string) => ({ schema: byIdInput, examples: { id } });

export const workflowOperations = {
  listWorkflows: {
    method: "GET",
    path: "/api/workflows",
    tag: "Workflows",
    summary: "List workflows",
    description: "Newest first; archived ones included unless a status is asked for.",
    needs,
    query: listWorkflowsInput,
    answers: { 200: { description: "A page of workflows.", schema: workflowPage, example: exampleWorkflowPage } },
    errors: [],
    procedure: "workflows.list",
  },
  saveWorkflow: {
    method: "POST",
    path: "/api/workflows",
    tag: "Workflows",
    summary: "Create a draft, or replace one",
    description:
      "Without `id` a draft is created, with it one is replaced. A draft may be incomplete, but never with a cycle, an unknown node type, or an edge to nowhere.",
    needs,
    body: {
      kind: "json",
      schema: saveWorkflowInput,
      examples: {
        create: { summary: "Create a draft", value: { name: "Hello", ...exampleGraph } },
        replace: { summary: "Replace a draft", value: { id: exampleIds.draft, name: "Hello again", ...exampleGraph } },
      },
    },
    answers: {
      200: { description: "The draft was replaced.", schema: workflow, example: exampleWorkflow },
      201: { description: "A draft was created.", schema: workflow, example: exampleWorkflow },
    },
    errors: ["not_found", "not_draft", "stale_update", "validation_error", "cycle_detected"],
    procedure: "workflows.save",
  },
  getWorkflow: {
    method: "GET",
    path: "/api/workflows/{id}",
    tag: "Workflows",
    summary: "Get a workflow",
    needs,
    pathParameters: byId(exampleIds.active),
    answers: { 200: { description: "The workflow.", schema: workflow, example: exampleWorkflow } },
    errors: ["not_found", "conflict"],
    procedure: "workflows.get",
  },
  activateWorkflow: {
    method: "POST",
    path: "/api/workflows/{id}/activate",
    tag: "Workflows",
    summary: "Activate a draft",
    description:
      "Checks the whole graph, freezes it and lets it be triggered. There is no way back: what ran can always be looked up.",
    needs,
    pathParameters: byId(exampleIds.draft),
    body: { kind: "ignored" },
    answers: { 200: { description: "The workflow is active.", schema: workflow, example: exampleActiveWorkflow } },
    errors: ["not_found", "already_active", "not_draft", "conflict", "validation_error", "cycle_detected"],
    procedure: "workflows.activate",
  },
  archiveWorkflow: {
    method: "POST",
    path: "/api/workflows/{id}/archive",
    tag: "Workflows",
    summary: "Archive a workflow",
    description: "Takes a draft or an active workflow out of use. Its runs finish, and failed ones may be retried.",
    needs,
    pathParameters: byId(exampleIds.active),
    body: { kind: "ignored" },
    answers: { 200: { description: "The workflow is archived.", schema: workflow, example: exampleArchivedWorkflow } },
    errors: ["not_found", "conflict"],
    procedure: "workflows.archive",
  },
  restoreWorkflow: {
    method: "POST",
    path: "/api/workflows/{id}/restore",
    tag: "Workflows",
    summary: "Restore an archived workflow",
    description: "Returns it to what it was: a draft, or active.",
    needs,
    pathParameters: byId(exampleIds.active),
    body: { kind: "ignored" },
    answers: { 200: { description: "The workflow is back.", schema: workflow, example: exampleActiveWorkflow } },
    errors: ["not_found", "conflict"],
    procedure: "workflows.restore",
  },
} as const satisfies Record<string, Operation>;
