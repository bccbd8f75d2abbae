import type { z } from "zod";
import type { JsonSchema } from "@/contracts/api-document";
import { changedRun } from "@/contracts/change-runs";
import { jsonInput } from "@/contracts/common";
import { deadLetter, deadLetterGroup } from "@/contracts/dead-letters";
import { echoAnswer } from "@/contracts/echo";
import { problem } from "@/contracts/errors";
import { nodeReason, runExplanation } from "@/contracts/explanation";
import { runFilterInput } from "@/contracts/run-filter";
import { recentPayload, runDefinition, runOverview, stepOverview } from "@/contracts/run-view";
import { attempt, run, runError, runSummary, startedRun, step } from "@/contracts/runs";
import { secret } from "@/contracts/secrets";
import { saveWorkflowInput, workflow, workflowSummary } from "@/contracts/workflows";
import { definitionLimits, edgeSchema, nodeSchema } from "@/core/definition";
import { ExactNumber, JsonText } from "@/core/json";
import { nodeKinds, nodeTypes } from "@/core/kinds";
import { httpMethods } from "@/core/kinds/http-request";

/** `http_request` → `HttpRequestConfig` */
const configName = (type: string): string =>
  `${type.replace(/(^|_)([a-z])/g, (_, _before, letter: string) => letter.toUpperCase())}Config`;

/** The schemas that have a name of their own in the document; the configs of all node types among them. */
export const namedInputs: Readonly<Record<string, z.ZodType>> = {
  Node: nodeSchema,
  Edge: edgeSchema,
  RunFilter: runFilterInput,
  ...Object.fromEntries(nodeTypes.map((type) => [configName(type), nodeKinds[type].config])),
};

export const namedOutputs: Readonly<Record<string, z.ZodType>> = {
  Workflow: workflow,
  WorkflowSummary: workflowSummary,
  Run: run,
  RunSummary: runSummary,
  RunError: runError,
  StartedRun: startedRun,
  ChangedRun: changedRun,
  Step: step,
  Attempt: attempt,
  RunOverview: runOverview,
  StepOverview: stepOverview,
  RunDefinition: runDefinition,
  RecentPayload: recentPayload,
  RunExplanation: runExplanation,
  NodeReason: nodeReason,
  DeadLetter: deadLetter,
  DeadLetterGroup: deadLetterGroup,
  Secret: secret,
  Echo: echoAnswer,
  Problem: problem,
};

const names = new Map<z.core.$ZodType, string>(
  [...Object.entries(namedInputs), ...Object.entries(namedOutputs)].map(([name, schema]) => [schema, name]),
);

export function schemaName(schema: z.core.$ZodType): string | undefined {
  return names.get(schema);
}

/** What stands in the document for a schema, made of what zod says of it, which may be nothing. */
type WireForm = (derived: object) => JsonSchema;

/** For schemas that zod can say nothing of, or less than is true: checks in code, transformations, our own classes. */
const wireForms = new Map<z.core.$ZodType, WireForm>();

const is = (schema: z.ZodType, form: JsonSchema): unknown => wireForms.set(schema, () => form);
const isAlso = (schema: z.ZodType, form: JsonSchema): unknown =>
  wireForms.set(schema, (derived) => ({ ...derived, ...form }));

is(jsonInput, { description: "Any JSON value, kept to the digit; nested 128 levels deep at most." });

const errorForm: JsonSchema = {
  type: ["object", "null"],
  properties: { code: { type: "string" }, message: { type: "string" }, details: { description: "Any JSON value." } },
  required: ["code", "message", "details"],
};
isAlso(step.shape.error, errorForm);
isAlso(attempt.shape.error, errorForm);

const nodeList: JsonSchema = {
  type: "array",
  maxItems: definitionLimits.nodes,
  items: { $ref: "#/components/schemas/Node" },
};
const edgeList: JsonSchema = {
  type: "array",
  maxItems: definitionLimits.edges,
  items: { $ref: "#/components/schemas/Edge" },
};
isAlso(saveWorkflowInput.shape.nodes, nodeList);
isAlso(saveWorkflowInput.shape.edges, edgeList);
isAlso(workflow.shape.nodes, nodeList);
isAlso(workflow.shape.edges, edgeList);

is(nodeSchema.shape.config, {
  type: "object",
  description:
    "Fits the type's own form once the workflow is activated; a draft may leave it incomplete. Texts may hold templates, `{{ … }}`.",
  default: {},
  anyOf: [
    ...nodeTypes.map((type) => ({ $ref: `#/components/schemas/${configName(type)}` })),
    { type: "object", description: "Incomplete, in a draft." },
  ],
});
const maxAttempts: JsonSchema = {
  type: "integer",
  minimum: 1,
  maximum: 100,
  description: "How often the step is tried; 3 unless set.",
};
is(nodeSchema.shape.max_attempts, maxAttempts);
isAlso(nodeSchema.shape.id, { description: "Names the node in edges and in templates." });
isAlso(nodeSchema.shape.join, {
  description:
    "When a node with several incoming edges runs: at the first that arrives (any), or once all are decided.",
});
isAlso(edgeSchema.shape.branch, { description: "`true` or `false` on the edges of a condition; on no other." });

const anyJson = "Any JSON value";
const { http_request, log, condition } = nodeKinds;
isAlso(condition.config.shape.expression, { description: "One expression that gives true or false." });
is(log.config.shape.message, { description: `${anyJson}; its texts may hold templates.` });
is(http_request.config.shape.method, {
  type: "string",
  pattern: `^(${httpMethods.map(inAnyCase).join("|")})$`,
  default: "GET",
  description: `${httpMethods.join(", ")}, in capitals or not.`,
});
isAlso(http_request.config.shape.timeout_seconds, { default: 30 });
is(http_request.config.shape.body, {
  description: `${anyJson}: a text is sent as plain text, anything else as JSON. Its texts may hold templates.`,
});
isAlso(http_request.config.shape.url, {
  pattern: `\\{\\{|^${inAnyCase("http")}[sS]?://[^/]`,
  description: "Starts with http:// or https://, or holds a template.",
});
for (const rows of [http_request.config.shape.headers, http_request.config.shape.query]) {
  isAlso(rows, { description: "A name whose value is a list is repeated." });
}
for (const type of nodeTypes) {
  // The engine reads max_attempts in every config, beside what the type's own schema knows.
  wireForms.set(nodeKinds[type].config, (derived: JsonSchema) => ({
    ...derived,
    description: `Config of \`${type}\`: ${nodeKinds[type].description}`,
    properties: { ...derived.properties, max_attempts: maxAttempts },
  }));
}

/** `get` → `[gG][eE][tT]`: patterns of JSON Schema have no flags. */
function inAnyCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

export function wireForm(schema: z.core.$ZodType): WireForm | undefined {
  const form = wireForms.get(schema);
  if (form) return form;
  // What z.instanceof made remembers its class.
  const { Class } = schema._zod.bag;
  if (Class === JsonText) return (derived) => ({ description: "Any JSON value, to the digit.", ...derived });
  if (Class === ExactNumber) return () => ({ type: "number" });
  // A schema that was described is a copy; what it was made of is its parent.
  return schema._zod.parent && wireForm(schema._zod.parent);
}
