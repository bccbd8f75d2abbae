import { z } from "zod";
import { definitionLimits } from "@/core/definition";
import { type Json, JsonText } from "@/core/json";
import { workflowStatuses } from "@/core/state";
import { idInput, jsonOutput, pageInput, pageOf, searchText, timestamp } from "./common";
import { runStatus } from "./runs";

export const workflowStatus = z.enum(workflowStatuses);

export const workflowSummary = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  status: workflowStatus,
  version: z
    .number()
    .int()
    .describe("Number of the newest version: the draft's while a draft, the active one's afterwards."),
  created_at: timestamp,
  updated_at: timestamp,
});

export const workflow = workflowSummary.extend({
  nodes: jsonOutput.describe("As they were saved, to the digit."),
  edges: jsonOutput.describe("As they were saved, to the digit."),
});

/** How many of a workflow's latest runs tell its success. */
export const recentRunsCount = 100;

export const workflowListItem = workflowSummary.extend({
  last_run: z
    .object({ id: z.string(), status: runStatus, created_at: timestamp })
    .nullable()
    .describe("The newest run; test runs are left out."),
  recent_runs: z
    .object({ finished: z.number().int(), succeeded: z.number().int() })
    .describe(
      `Of the latest ${recentRunsCount} runs that succeeded or failed: how many there are, and how many succeeded. Test runs are left out.`,
    ),
});

export const listWorkflowsInput = pageInput.extend({
  status: workflowStatus.optional(),
  search: searchText.optional().describe("Words that all occur in name or description, in any case."),
});
export const workflowPage = pageOf(workflowListItem);

/** Nodes or edges, as text or as values; their shape is checked with the whole graph, so that every problem is told at once. */
const graphPart = z.preprocess((value) => (value instanceof JsonText ? value.parse() : value), z.custom<Json>());

export const saveWorkflowInput = z.object({
  id: idInput.optional().describe("The draft to replace; none: a new one is created."),
  name: z
    .string("A workflow needs a name.")
    .trim()
    .min(1, "A workflow needs a name.")
    .max(definitionLimits.nameLength, `A name has at most ${definitionLimits.nameLength} characters.`),
  description: z
    .string("A description is a text.")
    .max(10_000, "A description has at most 10,000 characters.")
    .optional()
    .describe("Left out of a change, the old one stays."),
  nodes: graphPart.describe("The steps that a run may take."),
  edges: graphPart.describe("What follows what."),
  expected_updated_at: z.iso
    .datetime("expected_updated_at is the workflow's updated_at.")
    .optional()
    .describe("The change is refused if this is not the workflow's `updated_at` any more."),
});

export type Workflow = z.output<typeof workflow>;
export type WorkflowSummary = z.output<typeof workflowSummary>;
export type WorkflowListItem = z.output<typeof workflowListItem>;
