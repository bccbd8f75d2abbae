import { documentFormat, documentVersion, importWorkflowInput } from "@/contracts/workflow-documents";
import type { Workflow } from "@/contracts/workflows";
import { type Problem, validationError } from "@/core/errors";
import { isJsonObject, type Json, toNumber } from "@/core/json";
import type { RowContext } from "../context";
import { checkSaveRequest } from "./check-save-request";
import { createWorkflow } from "./create";

/**
 * Makes a new draft of an exported file. It need not be complete, like any draft.
 *
 * @throws AppError `validation_error` or `cycle_detected`, with every problem at its place in the file
 */
export async function importWorkflow(context: RowContext, document: Json): Promise<Workflow> {
  if (!isJsonObject(document)) {
    const message = `A file with a workflow is an object: { "format": "${documentFormat}", "format_version": ${documentVersion}, … }.`;
    throw validationError("The file cannot be imported.", [{ path: "", message }]);
  }
  const { format, format_version, ...rest } = document;
  const header = [...formatProblems(format), ...versionProblems(format_version)];
  // What another format means nobody here can tell: its other fields are not judged.
  if (header.length > 0) throw validationError("The file cannot be imported.", header);
  const { name, description, nodes, edges } = rest;
  const request = Object.fromEntries(
    Object.entries({ name, description, nodes, edges }).filter(([, value]) => value !== undefined),
  );
  const { id: _, ...checked } = checkSaveRequest(request, {
    problems: surplusProblems(document),
    what: "The file cannot be imported",
  });
  return createWorkflow(context, checked);
}

function formatProblems(format: Json | undefined): Problem[] {
  if (format === documentFormat) return [];
  const message = `This is no file with a workflow: its "format" is not "${documentFormat}". (To save a bare graph, use POST /api/workflows.)`;
  return [{ path: "format", message }];
}

function versionProblems(version: Json | undefined): Problem[] {
  if (toNumber(version) === documentVersion) return [];
  const message =
    version === undefined
      ? `The file does not say its "format_version"; this release reads ${documentVersion}.`
      : `This release reads "format_version" ${documentVersion}, and the file has another one. Import it with the release that exported it, or a newer one.`;
  return [{ path: "format_version", message }];
}

/** A misspelt field would be lost without a word. */
function surplusProblems(document: { [key: string]: Json }): Problem[] {
  return Object.keys(document)
    .filter((key) => !Object.hasOwn(importWorkflowInput.shape, key))
    .map((key) => ({ path: key, message: `There is no place for "${key.slice(0, 100)}" in a file with a workflow.` }));
}
