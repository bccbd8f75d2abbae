import type { NodeExecution, Outcome, StepError } from "@/core/executor";
import { isJsonObject, type Json, type JsonObject } from "@/core/json";
import { nodeKinds, type RenderedConfig } from "@/core/kinds";
import { createHttpRequest } from "../http-request";
import { createSafeFetch, type SafeFetch, type SafeFetchOptions } from "../support/safe-fetch";
import { onCleanup } from "./cleanup";

/** A way out that may reach this machine, and ends with its test. */
export function createTestFetch(options: Partial<SafeFetchOptions> = {}): SafeFetch {
  const fetch = createSafeFetch({ allowHosts: ["127.0.0.1"], appUrl: "http://127.0.0.1:3000", ...options });
  onCleanup(() => fetch.close());
  return fetch;
}

export interface RunOptions {
  fetch?: SafeFetch;
  signal?: AbortSignal;
  /** shorter than any config may ask for */
  timeoutSeconds?: number;
  /** left out: there is memory enough */
  reserve?: NodeExecution<unknown>["reserve"];
}

/** Executes an http_request node with the config as it is after its templates were rendered. */
export async function runHttpRequest(config: JsonObject, options: RunOptions = {}): Promise<Outcome> {
  const rendered: RenderedConfig<"http_request"> = nodeKinds.http_request.rendered.parse(config);
  const execution: NodeExecution<RenderedConfig<"http_request">> = {
    config: options.timeoutSeconds === undefined ? rendered : { ...rendered, timeout_seconds: options.timeoutSeconds },
    runId: "run",
    nodeId: "call",
    attempt: 1,
    maxAttempts: 3,
    dedupKey: "run-1:node-call",
    payload: {},
    previousOutput: undefined,
    signal: options.signal ?? new AbortController().signal,
    reserve: options.reserve ?? (() => undefined),
  };
  return createHttpRequest({ fetch: options.fetch ?? createTestFetch() }).execute(execution);
}

/** The output of a request that must have succeeded. */
export async function outputOf(config: JsonObject, options?: RunOptions): Promise<JsonObject> {
  const outcome = await runHttpRequest(config, options);
  if (outcome.kind !== "done") throw new Error(`The request did not succeed: ${JSON.stringify(outcome)}`);
  return expectObject(outcome.output);
}

/** The error of a request that must have failed, and what the engine is told to do about it. */
export async function failureOf(
  config: JsonObject,
  options?: RunOptions,
): Promise<{ kind: "retry" | "dead"; error: StepError; delayMs: number | undefined }> {
  const outcome = await runHttpRequest(config, options);
  if (outcome.kind === "retry") return { kind: "retry", error: outcome.error, delayMs: outcome.delayMs };
  if (outcome.kind === "dead") return { kind: "dead", error: outcome.error, delayMs: undefined };
  throw new Error(`The request did not fail: ${JSON.stringify(outcome)}`);
}

export function expectObject(value: Json): JsonObject {
  if (!isJsonObject(value)) throw new Error(`This is not an object: ${JSON.stringify(value)}`);
  return value;
}
