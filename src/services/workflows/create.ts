import { v7 as uuidv7 } from "uuid";
import type { Workflow } from "@/contracts/workflows";
import type { JsonText } from "@/core/json";
import { insertDraft } from "@/db/workflow-drafts";
import type { RowContext } from "../context";
import { presentWorkflow } from "./present";

export interface NewWorkflow {
  /** chosen by the seed, so that a second run finds what the first one made */
  id?: string;
  name: string;
  description?: string | undefined;
  /** `{ nodes, edges }`, checked */
  definition: JsonText;
}

/** Inserts a workflow as a draft, with its first version. The definition must have been checked. */
export async function createWorkflow(context: RowContext, input: NewWorkflow): Promise<Workflow> {
  const draft = { id: uuidv7(), workflowId: input.id ?? uuidv7(), number: 1 };
  const workflow = await context.db.$transaction(async (transaction) => {
    const created = await transaction.workflow.create({
      data: {
        id: draft.workflowId,
        name: input.name,
        description: input.description ?? "",
        actor: context.actor,
      },
    });
    await insertDraft(transaction, { ...draft, definition: input.definition, actor: context.actor });
    return created;
  });
  return presentWorkflow({
    ...workflow,
    versionId: draft.id,
    versionNumber: draft.number,
    publishedAt: null,
    definition: input.definition,
  });
}
