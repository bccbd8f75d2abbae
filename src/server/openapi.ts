import type { ApiDocument, ApiMethod, ApiOperation } from "@/contracts/api-document";
import { errorsOf, type Operation, operationTags } from "@/contracts/operation";
import { operations } from "@/contracts/operations";
import type { ErrorCode } from "@/core/errors";
import { version } from "../../package.json";
import { namedInputs, namedOutputs } from "./openapi-names";
import { parametersOf, requestBodyOf } from "./openapi-requests";
import { errorResponse, errorSchema, errorSchemaName, requestIdHeader, responsesOf } from "./openapi-responses";
import { convert } from "./openapi-schemas";

const description = `Every change that the app can make has a route.

Bodies and answers are JSON. Payloads, outputs, nodes and edges come back as they were sent, to the digit. Times are ISO 8601 in UTC with three decimals; ids are texts.

Every error, of every route, has one form: \`{ "error": { "code", "message", "details" } }\`. Unknown paths under \`/api\` are \`404 not_found\`.

Every route answers \`OPTIONS\` with \`204\` and an \`Allow\` header, and \`HEAD\` wherever it answers \`GET\`; any other method is \`405 method_not_allowed\`, with the same header.

With \`AUTH_MODE=accounts\` programs send an API key as a bearer token, and browsers the cookie of a session; with any other mode nobody is asked.

Every answer has an \`x-request-id\` header: the one that was sent, if it has 1–128 letters, digits and \`. _ : -\`, else a new one. It is in the log with everything that went wrong.`;

let cached: ApiDocument | undefined;

/** The REST API as OpenAPI 3.1, made of the registry of operations and the contracts that it names. */
export function openApiDocument(): ApiDocument {
  cached ??= {
    openapi: "3.1.1",
    info: {
      title: "Workflow Engine",
      version,
      summary: "Durable workflow automation on PostgreSQL.",
      description,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "Where this document came from." }],
    tags: Object.entries(operationTags).map(([name, text]) => ({ name, description: text })),
    paths: pathsOf(),
    components: {
      schemas: schemasOf(),
      parameters: {
        RequestId: {
          name: requestIdHeader,
          in: "header",
          required: false,
          description: "Names this request in the log; one that does not fit is replaced.",
          schema: { type: "string", pattern: "^[A-Za-z0-9._:-]{1,128}$" },
        },
      },
      headers: {
        RequestId: { description: "The id of this request, as it is in the log.", schema: { type: "string" } },
        Allow: { description: "The methods that the route has.", schema: { type: "string" } },
      },
      responses: errorResponsesOf(),
      securitySchemes,
    },
  };
  return cached;
}

const securitySchemes: ApiDocument["components"]["securitySchemes"] = {
  apiKey: {
    type: "http",
    scheme: "bearer",
    description: "For programs, with AUTH_MODE=accounts: `Authorization: Bearer wfe_…`.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "workflow-engine.session_token",
    description: "For browsers, with AUTH_MODE=accounts: what signing in sets (`__Secure-` before it over TLS).",
  },
};

function pathsOf(): ApiDocument["paths"] {
  const paths: ApiDocument["paths"] = {};
  for (const [id, operation] of Object.entries<Operation>(operations)) {
    const path = paths[operation.path] ?? {};
    path[apiMethods[operation.method]] = operationOf(id, operation);
    paths[operation.path] = path;
  }
  return paths;
}

const apiMethods = {
  GET: "get",
  HEAD: "head",
  POST: "post",
  PUT: "put",
  PATCH: "patch",
  DELETE: "delete",
  OPTIONS: "options",
} as const satisfies Record<Operation["method"], ApiMethod>;

function operationOf(operationId: string, operation: Operation): ApiOperation {
  const requestBody = requestBodyOf(operation.body);
  return {
    operationId,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    parameters: parametersOf(operation),
    ...(requestBody ? { requestBody } : {}),
    responses: responsesOf(operation),
    security: operation.needs.includes("caller") ? [{ apiKey: [] }, { session: [] }] : [],
    ...(operation.procedure === undefined ? {} : { "x-trpc-procedure": operation.procedure }),
  };
}

/** No operation answers this one: it is the answer to a method that the path does not have. */
const wrongMethod = "method_not_allowed" satisfies ErrorCode;

function errorCodesOf(): ErrorCode[] {
  return [...new Set<ErrorCode>([...Object.values<Operation>(operations).flatMap(errorsOf), wrongMethod])];
}

function errorResponsesOf(): ApiDocument["components"]["responses"] {
  const responses = Object.fromEntries(errorCodesOf().map((code) => [errorSchemaName(code), errorResponse([code])]));
  const refused = errorResponse([wrongMethod]);
  const headers = { ...refused.headers, Allow: { $ref: "#/components/headers/Allow" } };
  return { ...responses, [errorSchemaName(wrongMethod)]: { ...refused, headers } };
}

function schemasOf(): ApiDocument["components"]["schemas"] {
  return Object.fromEntries([
    ...Object.entries(namedInputs).map(([name, schema]) => [name, convert(schema, "input")]),
    ...Object.entries(namedOutputs).map(([name, schema]) => [name, convert(schema, "output")]),
    ...errorCodesOf().map((code) => [errorSchemaName(code), errorSchema(code)]),
  ]);
}
