import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import type { ApiDocument, ApiOperation, ApiResponse, JsonSchema } from "@/contracts/api-document";
import type { Operation } from "@/contracts/operation";
import { type OperationId, operations } from "@/contracts/operations";
import type { ErrorBody } from "./client";
import type { Answer, WebApp } from "./web-app";

export interface Asked {
  /** the path's variable */
  variable?: string;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** What the routes answer, held against the document that they answer themselves. */
export interface Documented {
  document: ApiDocument;
  /** operations with what they have answered: a status, or an error's code */
  seen: ReadonlySet<string>;
  operationOf(id: OperationId): ApiOperation;
  responseOf(id: OperationId, status: number): ApiResponse | undefined;
  /** what does not fit a schema of the document, or null */
  misfits(schema: JsonSchema, value: unknown): unknown;
  /** sends a request to an operation, and holds its answer against the document */
  ask<Body = ErrorBody>(id: OperationId, asked?: Asked): Promise<Answer<Body>>;
}

/**
 * The document's schemas with every object closed: a client must ignore fields that it does not know, but a route must
 * not answer with one that the document does not tell of.
 */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closed(member)]));
  return "properties" in members && !("additionalProperties" in members)
    ? { ...members, additionalProperties: false }
    : members;
}

/** A schema of the document on its own, closed, and with absolute references. */
function prepared(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/', '"api:/'));
}

/** @param headers sent with every request that has none of its own */
export async function readDocument(app: WebApp, headers: Record<string, string> = {}): Promise<Documented> {
  const document = (await app.call<ApiDocument>("GET", "/api/openapi.json", { headers })).body;
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  addFormats(ajv);
  for (const [name, component] of Object.entries(document.components.schemas)) {
    ajv.addSchema(prepared(component), `api:/components/schemas/${name}`);
  }
  const seen = new Set<string>();

  const misfits = (schema: JsonSchema, value: unknown): unknown => {
    const key = `api:/parts/${encodeURIComponent(JSON.stringify(schema))}`;
    if (!ajv.getSchema(key)) ajv.addSchema(prepared(schema), key);
    return ajv.validate(key, value) ? null : ajv.errors;
  };

  const operationOf = (id: OperationId): ApiOperation => {
    const found = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .find(({ operationId }) => operationId === id);
    if (!found) throw new Error(`the document has no ${id}`);
    return found;
  };

  const responseOf = (id: OperationId, status: number): ApiResponse | undefined => {
    const { responses } = operationOf(id);
    const response = responses[status] ?? responses.default;
    if (!response || !("$ref" in response)) return response;
    return document.components.responses[response.$ref.split("/").at(-1) ?? ""];
  };

  const expectDocumented = (id: OperationId, answer: Answer<unknown>): void => {
    const { status, text, body } = answer;
    const response = responseOf(id, status);
    expect(response, `${id} answered ${status}: ${text}`).toBeDefined();
    for (const name of Object.keys(response?.headers ?? {})) expect(answer.headers.get(name)).toBeTruthy();
    const media = response?.content?.["application/json"];
    if (!media || text === "") expect({ text, media: text === "" ? undefined : media }).toEqual({ text: "" });
    else expect(misfits(media.schema, body), `${id} answered ${text}`).toBeNull();
    // The error form has just been checked against the document.
    seen.add(`${id} ${status < 400 || text === "" ? status : (body as ErrorBody).error.code}`);
  };

  return {
    document,
    seen,
    operationOf,
    responseOf,
    misfits,
    async ask<Body>(id: OperationId, { variable = "nope", query = "", body, headers: own = headers }: Asked = {}) {
      const { method, path }: Operation = operations[id];
      const url = `${path.replace(/\{\w+\}/, variable)}${query}`;
      const sent = { headers: own, ...(body === undefined ? {} : { body }) };
      const answer = await app.call<Body>(method, url, sent);
      expectDocumented(id, answer);
      return answer;
    },
  };
}
