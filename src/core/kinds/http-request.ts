import { z } from "zod";
import { ExactNumber, type Json, toNumber } from "../json";
import { describeValue, typeOf } from "./describe-value";
import { headerNameFault } from "./header-name";
import { defineKind } from "./kind";

export const httpMethods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;

const method = z
  .string({ error: () => `"method" must be one of ${httpMethods.join(", ")}.` })
  .transform((value) => value.toUpperCase())
  .pipe(z.enum(httpMethods, `"method" must be one of ${httpMethods.join(", ")}.`))
  .default("GET");

const timeoutSeconds = z
  .preprocess(
    (value) => toNumber(value) ?? value,
    z
      .number({
        error: ({ input }) => `"timeout_seconds" must be a number from 1 to 300, not ${describeValue(input)}.`,
      })
      .min(1, '"timeout_seconds" must be at least 1.')
      .max(300, '"timeout_seconds" must be at most 300.'),
  )
  .default(30);

/** One value of a header or a query name: a list repeats the name. */
const rowScalar = z.union([z.string(), z.number(), z.boolean(), z.instanceof(ExactNumber)]);

/** Names the type alone: the value may hold a secret. */
const rowError = ({ input }: { input?: unknown }) =>
  `A value here is a text, a number, true, false, or an array of these, not ${typeOf(input)}.`;

const rows = (what: string) =>
  z
    .record(z.string(), z.union([rowScalar, z.array(rowScalar)], { error: rowError }), {
      error: ({ input }) =>
        `"${what}" must be an object of names and values (a value may be an array: the name is repeated), not ${describeValue(input)}.`,
    })
    .optional();

/** Names are known when a request is authored: one that can never be sent is a problem then, not only in a run. */
const authoredHeaders = rows("headers").superRefine((headers, context) => {
  for (const name of Object.keys(headers ?? {})) {
    const message = headerNameFault(name);
    if (message !== undefined) context.addIssue({ code: "custom", path: [name], message });
  }
});

const common = {
  method,
  timeout_seconds: timeoutSeconds,
  follow_redirects: z.boolean('"follow_redirects" must be true or false.').default(true),
  /** a non-string is sent as JSON, a string as plain text */
  body: z.custom<Json>().optional(),
};

const authoredUrl = z
  .string('An HTTP request needs a "url".')
  .min(1, { error: 'An HTTP request needs a "url".', abort: true })
  .refine((url) => /\{\{/.test(url) || /^https?:\/\/[^/]/i.test(url), {
    error: ({ input }) => `"url" must start with http:// or https://: ${describeValue(input)}.`,
  });

export const httpRequest = defineKind({
  label: "HTTP request",
  description: "Calls an address and continues with its answer; 400 and above is tried again.",
  config: z.strictObject({ ...common, url: authoredUrl, headers: authoredHeaders, query: rows("query") }),
  rendered: z.strictObject({
    ...common,
    url: z.string({ error: ({ input }) => `"url" must be a text, not ${describeValue(input)}.` }),
    headers: rows("headers"),
    query: rows("query"),
  }),
  readings: { url: "secret-template", headers: "secret-template", query: "secret-template", body: "secret-body" },
  branches: [],
  pure: false,
  fields: [
    { key: "method", label: "Method", control: "select", options: httpMethods },
    { key: "url", label: "URL", control: "text" },
    { key: "headers", label: "Headers", control: "rows" },
    { key: "query", label: "Query", control: "rows" },
    { key: "body", label: "Body", control: "json" },
    { key: "timeout_seconds", label: "Timeout (seconds)", control: "number", help: "1 to 300" },
    { key: "follow_redirects", label: "Follow redirects", control: "switch" },
  ],
});
