import type { Workflow } from "@/contracts/workflows";
import { notFound } from "@/core/errors";
import { readWorkflowDocument } from "@/db/workflow-document";
import type { RowContext } from "../context";
import { requireUuid } from "../ids";
import { presentWorkflow } from "./present";

/** @throws AppError `not_found` */
export async function getWorkflow(context: RowContext, input: { id: string }): Promise<Workflow> {
  const id = requireUuid("workflow", input.id);
  const document = await readWorkflowDocument(context.db, id);
  if (!document) throw notFound("workflow", input.id);
  return presentWorkflow(document);
}
