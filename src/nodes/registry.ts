import type { NodeRegistry } from "@/core/executor";
import { condition } from "./condition";
import { delay } from "./delay";
import { createHttpRequest } from "./http-request";
import { log } from "./log";
import type { SafeFetch } from "./support/safe-fetch";
import { trigger } from "./trigger";

export interface RegistryOptions {
  /** the one door to the outside; whoever made it closes it */
  fetch: SafeFetch;
}

/** One executor for each node type: the compiler names the one that is missing. */
export function createRegistry({ fetch }: RegistryOptions): NodeRegistry {
  return {
    trigger,
    condition,
    delay,
    http_request: createHttpRequest({ fetch }),
    log,
  };
}
