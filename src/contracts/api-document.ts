/** JSON Schema 2020-12, as far as it is written and read here. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

export interface ApiReference {
  $ref: string;
}

export interface ApiExample {
  summary?: string;
  value: unknown;
}

export interface ApiParameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface ApiHeader {
  description: string;
  schema: JsonSchema;
}

export interface ApiMedia {
  schema: JsonSchema;
  examples?: Record<string, ApiExample>;
}

export interface ApiRequestBody {
  required: boolean;
  description?: string;
  content: Record<string, ApiMedia>;
}

export interface ApiResponse {
  description: string;
  headers: Record<string, ApiHeader | ApiReference>;
  content?: Record<string, ApiMedia>;
}

export interface ApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters: (ApiParameter | ApiReference)[];
  requestBody?: ApiRequestBody;
  responses: Record<string, ApiResponse | ApiReference>;
  /** by which of the schemes one may say who asks; none: nobody is asked */
  security: Record<string, []>[];
  /** the tRPC procedure that does the same */
  "x-trpc-procedure"?: string;
}

export interface ApiSecurityScheme {
  type: "http" | "apiKey";
  scheme?: "bearer";
  in?: "cookie";
  name?: string;
  description: string;
}

export type ApiMethod = "get" | "head" | "post" | "put" | "patch" | "delete" | "options";

export interface ApiTag {
  name: string;
  description: string;
}

/** OpenAPI 3.1, as far as it is written and read here. */
export interface ApiDocument {
  openapi: string;
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  tags: ApiTag[];
  paths: Record<string, Partial<Record<ApiMethod, ApiOperation>>>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, ApiParameter>;
    headers: Record<string, ApiHeader>;
    responses: Record<string, ApiResponse>;
    securitySchemes: Record<string, ApiSecurityScheme>;
  };
}
