import { z } from "zod";
import { parseHostEntry } from "@/core/host-entry";
import { pageInput, pageOf, timestamp } from "./common";
import { workflowStatus } from "./workflows";

export const secretKeyPattern = /^[A-Z][A-Z0-9_]{0,63}$/;

export const secretKey = z
  .string("A secret needs a key.")
  .regex(secretKeyPattern, "A key starts with a capital letter and has at most 64 capital letters, digits and _.");

export const secretHost = z.string("A host is a text.").transform((entry, context) => {
  const host = parseHostEntry(entry);
  if (host !== undefined) return host;
  const message = "This is no host. Write for example api.example.com or api.example.com:8443, without https:// and *.";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** What is told of a secret; its value never leaves. */
export const secret = z.object({
  key: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  hosts: z.array(z.string()).describe("The hosts that it may be sent to; none: any."),
  readable: z.boolean().describe("Whether one of the configured keys can decrypt it."),
});

export const setSecretInput = z.object({
  key: secretKey,
  value: z
    .string("A secret's value is a text.")
    .min(1, "A secret's value must not be empty.")
    .max(65_536, "A secret's value has at most 65,536 characters."),
  hosts: z
    .array(secretHost, "The hosts of a secret are a list of texts.")
    .max(50, "A secret is bound to at most 50 hosts.")
    .transform((hosts) => [...new Set(hosts)])
    .optional()
    .describe("The only hosts that it may be sent to, each `host` or `host:port`; empty: any. Left out: as they were."),
});

/** Any text: a malformed key is simply not found. */
export const secretByKeyInput = z.object({ key: z.string() });

export const listSecretsInput = pageInput;
export const secretPage = pageOf(secret);

export type Secret = z.output<typeof secret>;

/** A version of a workflow that reads a secret and will still be executed. */
export const secretUse = z.object({
  workflow_id: z.string(),
  workflow_name: z.string(),
  workflow_status: workflowStatus,
  version: z.number().int(),
  kind: z.enum(["normal", "test"]).describe("`test`: a copy that was frozen for a test run."),
  is_current: z.boolean().describe("Whether it is the draft, or the version that a trigger starts."),
  open_runs: z.number().int().describe("Unfinished runs that are pinned to it."),
  node_ids: z.array(z.string()).describe("The nodes that read the secret."),
});

export const secretUsage = z.object({ key: z.string(), uses: z.array(secretUse) });

export type SecretUse = z.output<typeof secretUse>;
