import { z } from "zod";
import { definitionLimits } from "@/core/definition";
import { type Json, JsonText } from "@/core/json";
import { workflowStatuses } from "@/core/state";
import { idInput, jsonOutput, pageInput, pageOf, timestamp } from "./common";

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

export const listWorkflowsInput = pageInput.extend({
  status: workflowStatus.optional(),
  search: z
    .string()
    .trim()
    .max(200, "search has at most 200 characters.")
    .refine((text) => !text.includes("\0"), "search is a text without control characters.")
    .optional()
    .describe("Only workflows whose name contains this, in capitals or not."),
});
export const workflowPage = pageOf(workflowSummary);

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
