import { z } from "zod";
import { byIdInput } from "@/contracts/common";
import { listWorkflowsInput, type saveWorkflowInput, workflow, workflowPage } from "@/contracts/workflows";
import { activateWorkflow } from "@/services/workflows/activate";
import { archiveWorkflow } from "@/services/workflows/archive";
import { getWorkflow } from "@/services/workflows/get";
import { listWorkflows } from "@/services/workflows/list";
import { restoreWorkflow } from "@/services/workflows/restore";
import { saveWorkflow } from "@/services/workflows/save";
import { procedure, router } from "../trpc";

/** The type that clients see. The service checks the request itself, so that name and graph are told of at once. */
const uncheckedSaveInput = z.custom<z.input<typeof saveWorkflowInput>>();

export const workflowsRouter = router({
  list: procedure
    .input(listWorkflowsInput)
    .output(workflowPage)
    .query(({ ctx, input }) => listWorkflows(ctx.services, input)),

  get: procedure
    .input(byIdInput)
    .output(workflow)
    .query(({ ctx, input }) => getWorkflow(ctx.services, input)),

  save: procedure
    .input(uncheckedSaveInput)
    .output(workflow)
    .mutation(async ({ ctx, input }) => (await saveWorkflow(ctx.services, input)).workflow),

  activate: procedure
    .input(byIdInput)
    .output(workflow)
    .mutation(({ ctx, input }) => activateWorkflow(ctx.services, input)),

  archive: procedure
    .input(byIdInput)
    .output(workflow)
    .mutation(({ ctx, input }) => archiveWorkflow(ctx.services, input)),

  restore: procedure
    .input(byIdInput)
    .output(workflow)
    .mutation(({ ctx, input }) => restoreWorkflow(ctx.services, input)),
});
