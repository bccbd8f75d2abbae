import type { ApiExample, ApiHeader, ApiMedia, ApiReference, ApiResponse, JsonSchema } from "@/contracts/api-document";
import { errorBody, errorKinds } from "@/contracts/errors";
import { type Answer, errorsOf, type Operation } from "@/contracts/operation";
import { type ErrorCode, errorCodes } from "@/core/errors";
import { convert, jsonSchemaOf, referenceTo } from "./openapi-schemas";

export const requestIdHeader = "x-request-id";
export const everyAnswersHeaders: Record<string, ApiHeader | ApiReference> = {
  [requestIdHeader]: { $ref: "#/components/headers/RequestId" },
};

/** `not_found` → `NotFoundError`; codes that end in error keep it once. */
export function errorSchemaName(code: ErrorCode): string {
  const words = code.replace(/_error$/, "").split("_");
  return `${words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join("")}Error`;
}

export function errorSchema(code: ErrorCode): JsonSchema {
  return { ...convert(errorBody(code), "output"), description: errorKinds[code].when };
}

/** Every status of an operation, errors included. */
export function responsesOf(operation: Operation): Record<string, ApiResponse | ApiReference> {
  const codes = errorsOf(operation);
  const statuses = new Set(codes.map((code) => errorCodes[code].status));
  const answers: [string, Answer][] = Object.entries(operation.answers);
  const responses = [
    ...answers.map(([status, answer]) => [status, answerResponse(answer)] as const),
    ...[...statuses].map((status) => {
      const same = codes.filter((code) => errorCodes[code].status === status);
      return [String(status), errorReference(same, operation) ?? errorResponse(same, operation)] as const;
    }),
  ];
  return Object.fromEntries(responses.sort(([one], [other]) => one.localeCompare(other, "en")));
}

/** The one error of a status is described once, for all operations that answer just that. */
function errorReference(codes: readonly ErrorCode[], { method, answers }: Operation): ApiReference | undefined {
  const [code, ...others] = codes;
  if (code === undefined || others.length > 0 || method === "HEAD" || answers.default) return undefined;
  return { $ref: `#/components/responses/${errorSchemaName(code)}` };
}

function answerResponse({ description, schema, example, texts = {} }: Answer): ApiResponse {
  const response = { description, headers: everyAnswersHeaders };
  if (!schema) return response;
  const examples = example === undefined ? {} : { examples: { answer: { value: example } } };
  const others = Object.entries(texts).map(([type, value]) => [
    type,
    { schema: { type: "string" }, examples: { answer: { value } } },
  ]);
  const content = { ...json({ schema: jsonSchemaOf(schema, "output"), ...examples }), ...Object.fromEntries(others) };
  return { ...response, content };
}

export function errorResponse(
  codes: readonly ErrorCode[],
  operation?: Pick<Operation, "method" | "answers">,
): ApiResponse {
  const description = codes.map((code) => `\`${code}\`: ${errorKinds[code].when}`).join("\n\n");
  const response = { description, headers: everyAnswersHeaders };
  if (operation?.method === "HEAD") return response;
  const schemas = codes.map((code) => referenceTo(errorSchemaName(code)));
  // An operation that answers with whatever status it is asked for also does so with this one.
  const other = operation?.answers.default?.schema;
  if (other) schemas.push(jsonSchemaOf(other, "output"));
  const [first] = schemas;
  const schema = schemas.length === 1 && first ? first : { anyOf: schemas };
  return { ...response, content: json({ schema, examples: Object.fromEntries(codes.map(errorExample)) }) };
}

function errorExample(code: ErrorCode): [string, ApiExample] {
  const { message, example } = errorKinds[code];
  return [code, { value: { error: { code, message, details: example } } }];
}

function json(media: ApiMedia): Record<string, ApiMedia> {
  return { "application/json": media };
}
