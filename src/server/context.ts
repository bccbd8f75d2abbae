import type { ServiceContext } from "@/services/context";
import { identifyActor } from "./actor";
import { limitRate } from "./limit-rate";
import { webProcess } from "./web-process";

export interface IncomingRequest {
  headers: Headers;
  /** whether it may change something */
  mutates: boolean;
  source: ServiceContext["source"];
}

/**
 * Who asks, and the means to act.
 *
 * @throws AppError `forbidden`, `rate_limited`
 * @throws EnvironmentError
 */
export function createServiceContext({ headers, mutates, source }: IncomingRequest): ServiceContext {
  const { env, db, engine, vault, log, rateLimiter } = webProcess();
  const actor = identifyActor({ headers, mutates }, env);
  if (rateLimiter) limitRate(rateLimiter, headers, env.TRUSTED_PROXIES);
  return { db, engine, vault, log, source, actor, maximumPayloadBytes: env.MAX_PAYLOAD_BYTES };
}
