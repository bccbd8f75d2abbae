import { z } from "zod";
import { jsonOutput } from "./common";

export const echoInput = z.object({
  status: z
    .number()
    .int()
    .min(200)
    .max(599)
    .default(200)
    .describe("The status to answer with, for trying out what a failing call does."),
});

/** What `/api/echo` received. */
export const echoAnswer = z.object({
  method: z.string(),
  url: z.string().describe("Path and query."),
  path: z.string(),
  query: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]))
    .describe("A name that came twice has a list."),
  headers: z.record(z.string(), z.string()).describe("The values of `authorization` and `cookie` are hidden."),
  body: jsonOutput.describe(
    "JSON as it came, other text as a text, anything else as `{ encoding, data, size }` in base64, nothing as null.",
  ),
});
