import { policy } from "@/contracts/policy";
import { AppError } from "@/core/errors";
import { authorize, type CallTarget } from "@/services/accounts/authorize";
import { type CallerIdentity, withoutAccount } from "@/services/accounts/caller";
import { identifyKey } from "@/services/accounts/identify-key";
import { identifySession } from "@/services/accounts/identify-session";
import { recordAudit } from "@/services/audit/record";
import type { ServiceContext } from "@/services/context";
import { type WebProcess, webProcess } from "../web-process";
import { type AuditObject, describeForAudit } from "./audit-object";
import { addressBehindProxies } from "./client-address";
import { limitRate } from "./limit-rate";
import { refuseForeignPages, refuseOutsiders } from "./refuse-foreign";

export interface IncomingRequest {
  headers: Headers;
  /** whether it may change something */
  mutates: boolean;
  source: ServiceContext["source"];
}

/** A call that may be made, and the means to make it. */
export interface AdmittedCall {
  services: ServiceContext;
  /** who calls; `role` is the least there is where nobody is asked who they are */
  caller: CallerIdentity;
  /** To be told once the call has done what it does: an entry of the audit log is made of it, where the policy wants one. */
  succeeded(result: unknown): Promise<void>;
}

const nobody: CallerIdentity = { actor: "anonymous", role: "viewer", onlyWorkflowId: undefined, user: undefined };

/**
 * What every request passes, over REST, tRPC and in pages alike: where it comes from, how many there were, who asks, and
 * whether they may. One for each request, which may hold several calls.
 */
export class Door {
  /** `set-cookie` headers for the answer */
  readonly cookies: string[] = [];
  readonly request: IncomingRequest;
  #identity: Promise<CallerIdentity> | undefined;

  constructor(request: IncomingRequest) {
    this.request = request;
  }

  get headers(): Headers {
    return this.request.headers;
  }

  /** The address that it came from, as far as the proxies in front are known. */
  get address(): string | undefined {
    return addressBehindProxies(this.headers, webProcess().env.TRUSTED_PROXIES);
  }

  /**
   * @param name the procedure; an operation without one has its own name
   * @throws AppError `forbidden`, `unauthorized`, `rate_limited`
   * @throws EnvironmentError
   */
  async admit(name: string, target: CallTarget): Promise<AdmittedCall> {
    const web = webProcess();
    refuseForeignPages(this.request, web.env);
    if (web.env.AUTH_MODE === "local") refuseOutsiders(this.headers, web.env);
    if (web.rateLimiter) limitRate(web.rateLimiter, this.headers, web.env.TRUSTED_PROXIES);
    const caller = await this.#mayCall(name, target, web);
    const { db, engine, vault, log, env } = web;
    const { actor } = caller;
    const services = {
      db,
      engine,
      vault,
      log,
      actor,
      source: this.request.source,
      maximumPayloadBytes: env.MAX_PAYLOAD_BYTES,
    };
    return {
      services,
      caller,
      succeeded: async (result) => {
        const action = policy[name]?.audit;
        if (action) await this.record(action, actor, describeForAudit(target, result));
      },
    };
  }

  /**
   * Whether a call that goes on may still be made; asking does not count as using a session.
   *
   * @throws AppError `forbidden`, `unauthorized`
   */
  async admitStill(name: string, target: CallTarget): Promise<void> {
    const web = webProcess();
    if (web.env.AUTH_MODE !== "accounts") return;
    await authorize(web.db, await identify(this.headers, web, { renew: false }), name, target);
  }

  /** Adds an entry to the audit log; one that cannot be written is in the log of the process. */
  async record(action: string, actor: string, { objectId, data }: AuditObject = {}): Promise<void> {
    const { db, log } = webProcess();
    const entry = { actor, action, address: this.address, objectId, ...(data && { data }) };
    try {
      await recordAudit(db, entry);
    } catch (error) {
      log.error({ error, entry }, "an entry of the audit log could not be written");
    }
  }

  async #mayCall(name: string, target: CallTarget, web: WebProcess): Promise<CallerIdentity> {
    const { AUTH_MODE: mode } = web.env;
    if (mode !== "accounts") {
      const caller = withoutAccount(mode === "local" ? "local" : "anonymous");
      await authorize(web.db, caller, name, target);
      return caller;
    }
    if (policy[name]?.role === "anyone") return nobody;
    this.#identity ??= identify(this.headers, web, { renew: true });
    const caller = await this.#identity;
    try {
      await authorize(web.db, caller, name, target);
    } catch (error) {
      if (error instanceof AppError && error.code === "forbidden")
        await this.record("access.denied", caller.actor, { ...describeForAudit(target, {}), data: { call: name } });
      throw error;
    }
    return caller;
  }
}

/** A key counts before a session: a program that sends one means it. */
async function identify(
  headers: Headers,
  { db, authenticator }: WebProcess,
  { renew }: { renew: boolean },
): Promise<CallerIdentity> {
  const authorization = headers.get("authorization");
  if (authorization !== null) return identifyKey(db, bearerToken(authorization));
  if (!authenticator) throw new Error("AUTH_MODE=accounts without an authenticator");
  return identifySession(authenticator, headers, { renew });
}

function bearerToken(authorization: string): string {
  const [, token] = /^Bearer ([^\s]+)$/i.exec(authorization) ?? [];
  if (token === undefined)
    throw new AppError("unauthorized", "The authorization header is not understood. Send: Bearer and an API key.");
  return token;
}
