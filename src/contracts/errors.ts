import { z } from "zod";
import type { ErrorCode } from "@/core/errors";
import { timestamp } from "./common";
import { runStatus } from "./runs";
import { workflowStatus } from "./workflows";

/** One thing that is wrong with an input. */
export const problem = z.object({
  path: z.string().describe("Where: `nodes.2.config.url`, `edges.0`, `name`."),
  message: z.string().describe("What, and what to do about it."),
  node_id: z.string().optional().describe("The node that it belongs to, where there is one."),
});

interface ErrorKind {
  /** when a client meets it */
  when: string;
  message: string;
  details: z.ZodType;
  /** details that fit */
  example: unknown;
}

const wrongWorkflowStatus = z.object({ status: workflowStatus });
const wrongRunStatus = z.object({ status: runStatus });
const url = { path: "nodes.1.config.url", message: 'An HTTP request needs a "url".', node_id: "call" };

/** What each code of the table in core/errors.ts means to a client, and what comes as its `details`. */
export const errorKinds = {
  invalid_json: {
    when: "The body is not JSON, not UTF-8, empty although announced, or nested too deep.",
    message: "The body is not UTF-8 text.",
    details: z.null(),
    example: null,
  },
  unauthorized: {
    when: "It is not known who asks: no session and no API key, or one that has ended. (With AUTH_MODE=accounts.)",
    message: "Sign in first.",
    details: z.null(),
    example: null,
  },
  forbidden: {
    when: "Who asks may not do this (a role that does not include it, a key for another workflow), or may not act here at all: another machine (with AUTH_MODE=local), a foreign host name, a page of another site.",
    message:
      "Only requests from the machine that this runs on are served. AUTH_MODE=accounts lets people sign in from elsewhere.",
    details: z.null(),
    example: null,
  },
  not_found: {
    when: "There is no such thing; a malformed id counts as an unknown one.",
    message: 'There is no workflow with the id "nope".',
    details: z.null(),
    example: null,
  },
  method_not_allowed: {
    when: "The route has other methods; the Allow header names them.",
    message: "PUT is not possible here. Possible are GET, HEAD, OPTIONS, POST.",
    details: z.null(),
    example: null,
  },
  not_draft: {
    when: "Only a draft can be saved or activated.",
    message: "Only a draft can be saved; this workflow is active.",
    details: wrongWorkflowStatus,
    example: { status: "active" },
  },
  not_active: {
    when: "Only an active workflow can be triggered.",
    message: "Only an active workflow can be triggered; this one is draft. Activate it first.",
    details: wrongWorkflowStatus,
    example: { status: "draft" },
  },
  already_active: {
    when: "The workflow is active already.",
    message: "The workflow is active already.",
    details: z.null(),
    example: null,
  },
  stale_update: {
    when: "`expected_updated_at` is not the workflow's `updated_at` any more: somebody else was faster.",
    message: "The workflow was changed meanwhile. Load it again, then repeat the change.",
    details: z.object({ expected_updated_at: timestamp, updated_at: timestamp }),
    example: { expected_updated_at: "2026-01-31T09:30:00.000Z", updated_at: "2026-01-31T09:31:12.345Z" },
  },
  run_not_failed: {
    when: "Only a failed run can be retried.",
    message: "Only a failed run can be retried; this one is succeeded.",
    details: wrongRunStatus,
    example: { status: "succeeded" },
  },
  run_finished: {
    when: "Only an unfinished run can be cancelled.",
    message: "Only an unfinished run can be cancelled; this one is succeeded.",
    details: wrongRunStatus,
    example: { status: "succeeded" },
  },
  idempotency_conflict: {
    when: "The key was used with another payload.",
    message: "This idempotency key was used with another payload. Use a new key, or the same payload.",
    details: z.object({ run_id: z.string() }),
    example: { run_id: "01980000-0000-7000-8000-0000000000a1" },
  },
  conflict: {
    when: "The thing is not in a state that allows this, or others change it at the same moment.",
    message: "The workflow is archived already.",
    details: wrongWorkflowStatus.nullable(),
    example: { status: "archived" },
  },
  payload_too_large: {
    when: "The body is longer than MAX_PAYLOAD_BYTES (1,000,000 unless set).",
    message: "The body has more than 1,000,000 bytes. (MAX_PAYLOAD_BYTES sets the limit.)",
    details: z.object({ maximum_bytes: z.number().int() }),
    example: { maximum_bytes: 1_000_000 },
  },
  unsupported_media_type: {
    when: "The body is not announced as uncompressed JSON.",
    message: "A body needs the content-type application/json; there is none.",
    details: z.null(),
    example: null,
  },
  validation_error: {
    when: "The input does not fit; the details list every problem.",
    message: "The input is not valid.",
    details: z.array(problem),
    example: [url],
  },
  cycle_detected: {
    when: "The edges form a cycle; the details hold it, and every other problem.",
    message: "The workflow cannot be saved: its edges form a cycle.",
    details: z.object({
      cycle: z.array(z.string()).describe("The ids of its nodes, in order."),
      problems: z.array(problem),
    }),
    example: {
      cycle: ["a", "b"],
      problems: [{ path: "edges.1", message: "The edges form a cycle, a → b → a.", node_id: "a" }],
    },
  },
  rate_limited: {
    when: "There were too many requests from this address or with this key; the Retry-After header says when to come back.",
    message: "There were too many requests. Try again in 2 s. (RATE_LIMIT_PER_MINUTE sets the limit.)",
    details: z.object({ retry_after_seconds: z.number().int() }),
    example: { retry_after_seconds: 2 },
  },
  internal_error: {
    when: "A fault of ours; the log holds it under the request's id.",
    message: "Something went wrong here. The log says more under the id of this request.",
    details: z.null(),
    example: null,
  },
  unavailable: {
    when: "The database does not answer, or is not ready; try again.",
    message: "The database does not answer. Try again shortly.",
    details: z.object({ checks: z.record(z.string(), z.string()) }).nullable(),
    example: null,
  },
} as const satisfies Record<ErrorCode, ErrorKind>;

/** The form of every error. */
export function errorBody(code: ErrorCode) {
  return z.object({
    error: z.object({ code: z.literal(code), message: z.string(), details: errorKinds[code].details }),
  });
}
