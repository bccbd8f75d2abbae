import type { z } from "zod";
import type { ApiExample, ApiParameter, ApiReference, ApiRequestBody, JsonSchema } from "@/contracts/api-document";
import type { Operation, RequestBody } from "@/contracts/operation";
import { convert } from "./openapi-schemas";

export function parametersOf(operation: Operation): (ApiParameter | ApiReference)[] {
  const { pathParameters, query, headers = {} } = operation;
  const examples = pathParameters?.examples;
  return [
    ...(pathParameters ? members(pathParameters.schema, "path") : []).map((parameter) => {
      const example = examples?.[parameter.name];
      return { ...parameter, required: true, ...(example === undefined ? {} : { example }) };
    }),
    ...(query ? members(query, "query") : []),
    ...Object.entries(headers).map(([name, { schema, description, example }]) => ({
      name,
      in: "header" as const,
      required: false,
      description,
      schema: convert(schema, "input"),
      example,
    })),
    { $ref: "#/components/parameters/RequestId" },
  ];
}

function members(schema: z.ZodObject, place: ApiParameter["in"]): ApiParameter[] {
  const { properties = {}, required = [] } = convert(schema, "input");
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: withoutNull(property),
  }));
}

/** A parameter is there or not; it cannot be null. */
function withoutNull(schema: JsonSchema): JsonSchema {
  if (!Array.isArray(schema.type)) return schema;
  const types = schema.type.filter((type) => type !== "null");
  return { ...schema, type: types.length === 1 && types[0] ? types[0] : types };
}

export function requestBodyOf(body: RequestBody | undefined): ApiRequestBody | undefined {
  if (body === undefined || body.kind === "ignored") return undefined;
  if (body.kind === "anything") {
    return { required: false, description: "Anything.", content: { "*/*": { schema: {} } } };
  }
  const examples: Record<string, ApiExample> = { ...body.examples };
  return {
    required: !body.optional,
    ...(body.description === undefined ? {} : { description: body.description }),
    content: { "application/json": { schema: convert(body.schema, "input"), examples } },
  };
}
