import { z } from "zod";
import { idInput, jsonOutput } from "./common";
import { saveWorkflowInput } from "./workflows";

/** What a file with a workflow says of itself, so that it is known for what it is wherever it turns up. */
export const documentFormat = "workflow-engine/workflow";
/** Raised by a change that older releases cannot read. */
export const documentVersion = 1;

/** A workflow as a file: what its author wrote, and nothing that belongs to one installation. */
export const workflowDocument = z.object({
  format: z.literal(documentFormat),
  format_version: z.literal(documentVersion),
  name: z.string(),
  description: z.string(),
  nodes: jsonOutput.describe("As they were saved, to the digit."),
  edges: jsonOutput.describe("As they were saved, to the digit."),
  secrets: z
    .array(z.string())
    .describe(
      "Keys of the secrets that the nodes read. Their values are never in a file; each installation has its own.",
    ),
});

/** The fields around the graph are checked by the service, together with the graph, so that every problem is told at once. */
export const importWorkflowInput = z.object({
  format: z.literal(documentFormat),
  format_version: z.literal(documentVersion),
  name: saveWorkflowInput.shape.name,
  description: saveWorkflowInput.shape.description.describe("None: an empty one."),
  nodes: saveWorkflowInput.shape.nodes,
  edges: saveWorkflowInput.shape.edges,
  secrets: z.array(z.string()).optional().describe("Not read: the nodes tell which secrets they read."),
});

export const exportWorkflowInput = z.object({ id: idInput });

export type WorkflowFile = z.output<typeof workflowDocument>;
