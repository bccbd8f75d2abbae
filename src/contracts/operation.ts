import type { z } from "zod";
import type { ErrorCode } from "@/core/errors";

export const operationTags = {
  Workflows: "Definitions and their life-cycle: draft, active, archived.",
  Runs: "Starting, watching, retrying and cancelling runs, and what died in them.",
  Secrets: "Values that http_request steps may read. They go in and never come out.",
  Accounts: "Users, API keys and the record of who did what. For admins.",
  System: "Health, this document, and an echo for trying things out.",
} as const;
export type OperationTag = keyof typeof operationTags;

export type HttpMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** One answer that is no error. */
export interface Answer {
  description: string;
  /** none: no body */
  schema?: z.ZodType;
  /** a body that fits, as JSON */
  example?: unknown;
  /** other types that it may have, each with an example */
  texts?: Readonly<Record<string, string>>;
}

export interface Example {
  summary: string;
  value: unknown;
}

/** What a route does with a request's body. */
export type RequestBody =
  /** JSON of this form; `optional`: a request without any is understood too */
  | {
      kind: "json";
      schema: z.ZodType;
      optional?: true;
      description?: string;
      examples: Readonly<Record<string, Example>>;
    }
  /** none is needed; one that comes all the same must be JSON */
  | { kind: "ignored" }
  /** of any type */
  | { kind: "anything" };

export type Need =
  /** who asks is known, and may */
  | "caller"
  /** anybody may ask, but not from anywhere, nor as often as they like */
  | "origin"
  | "database";

/** One method of one path: all that a client must know of it. */
export interface Operation {
  method: HttpMethod;
  /** as in OpenAPI, with `{name}` for variables */
  path: `/api/${string}`;
  tag: OperationTag;
  summary: string;
  description?: string;
  /** what the handler relies on; each brings errors of its own */
  needs: readonly Need[];
  /** the path's variables; values of `examples` exist once the examples were seeded */
  pathParameters?: { schema: z.ZodObject; examples?: Readonly<Record<string, string>> };
  query?: z.ZodObject;
  /** by their names on the wire */
  headers?: Readonly<Record<string, { schema: z.ZodType; description: string; example: string }>>;
  body?: RequestBody;
  /** by status; `default` is any other status */
  answers: Readonly<Record<number, Answer>> & { readonly default?: Answer };
  /** beside those that `needs`, `query` and `body` bring along */
  errors: readonly ErrorCode[];
  /** the tRPC procedure that does the same */
  procedure?: string;
}

/** Whether a request for it is looked at before it is answered: where it comes from at least. */
export const passesDoor = ({ needs }: Operation): boolean => needs.includes("caller") || needs.includes("origin");

/** Every error that an operation may answer: its own, and those of what it needs and reads. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const { needs, query, body, errors } = operation;
  const all = new Set<ErrorCode>(errors);
  if (needs.includes("caller")) all.add("unauthorized");
  if (passesDoor(operation)) all.add("forbidden").add("rate_limited").add("internal_error");
  if (needs.includes("database")) all.add("unavailable").add("internal_error");
  if (query) all.add("validation_error");
  if (body) all.add("payload_too_large");
  if (body && body.kind !== "anything") all.add("invalid_json").add("unsupported_media_type");
  return [...all];
}
