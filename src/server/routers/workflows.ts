import { z } from "zod";
import { byIdInput, jsonInput } from "@/contracts/common";
import { recentPayloads } from "@/contracts/run-view";
import { exportWorkflowInput, workflowDocument } from "@/contracts/workflow-documents";
import { listWorkflowsInput, type saveWorkflowInput, workflow, workflowPage } from "@/contracts/workflows";
import { activateWorkflow } from "@/services/workflows/activate";
import { archiveWorkflow } from "@/services/workflows/archive";
import { duplicateWorkflow } from "@/services/workflows/duplicate";
import { exportWorkflow } from "@/services/workflows/export";
import { getWorkflow } from "@/services/workflows/get";
import { importWorkflow } from "@/services/workflows/import";
import { listWorkflows } from "@/services/workflows/list";
import { listRecentPayloads } from "@/services/workflows/recent-payloads";
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

  recentPayloads: procedure
    .input(byIdInput)
    .output(recentPayloads)
    .query(({ ctx, input }) => listRecentPayloads(ctx.services, input)),

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

  duplicate: procedure
    .input(byIdInput)
    .output(workflow)
    .mutation(({ ctx, input }) => duplicateWorkflow(ctx.services, input)),

  export: procedure
    .input(exportWorkflowInput)
    .output(workflowDocument)
    .query(({ ctx, input }) => exportWorkflow(ctx.services, input)),

  import: procedure
    .input(z.object({ document: jsonInput }))
    .output(workflow)
    .mutation(({ ctx, input }) => importWorkflow(ctx.services, input.document.parse())),
});
