import type { ServiceContext } from "@/services/context";
import { identifyActor } from "./actor";
import { webProcess } from "./web-process";

/** What a tRPC procedure gets with each request. */
export interface RequestContext {
  requestId: string;
  services: ServiceContext;
}

export interface IncomingRequest {
  headers: Headers;
  /** whether it may change something */
  mutates: boolean;
  source: ServiceContext["source"];
}

/**
 * @throws AppError `forbidden`
 * @throws EnvironmentError
 */
export function createServiceContext({ headers, mutates, source }: IncomingRequest): ServiceContext {
  const { env, db, engine, vault, log } = webProcess();
  return { db, engine, vault, log, source, actor: identifyActor({ headers, mutates }, env) };
}

export function createRequestContext({
  requestId,
  ...request
}: IncomingRequest & { requestId: string }): RequestContext {
  return { requestId, services: createServiceContext(request) };
}
