import type { LookupFunction } from "node:net";
import { Agent } from "undici";
import type { BoundSecret } from "@/core/executor";
import { type AddressPolicy, createAddressPolicy, type Resolver, systemResolver } from "./address-policy";
import { refuseForeignHosts } from "./bound-secrets";
import { startDeadline } from "./deadline";
import { acceptedEncodings, type Body, decompressBody } from "./decompress-body";
import { type Answer, exchange } from "./exchange";
import { type HeaderList, hasHeader, headerValue } from "./header-list";
import { HostGate, type HostGateOptions, type Visit, type VisitEnd } from "./host-gate";
import { HostBusy, HttpFailure, isSilence } from "./http-failure";
import { followRedirect, type Hop, redirectLocation } from "./redirects";

export interface SafeRequest {
  method: string;
  /** http or https; a user and password in it are sent as basic authentication */
  url: URL;
  headers: HeaderList;
  body: Uint8Array | undefined;
  /** for everything: look-up, connections, all redirects, and reading the answer */
  timeoutMs: number;
  followRedirects: boolean;
  /** secrets that this may carry, and to which hosts alone they may go */
  boundSecrets?: readonly BoundSecret[];
  /** aborts the request; its reason is thrown */
  signal: AbortSignal;
  /**
   * Takes memory for so many bytes of the answer; undefined: it is there. The wait for it does not count as the request's
   * time. Left out: there is enough.
   */
  reserve?: (bytes: number) => Promise<void> | undefined;
}

export interface SafeResponse {
  /** where the answer came from, after redirects */
  url: URL;
  status: number;
  statusText: string;
  headers: HeaderList;
  body: Body;
}

/** The one door to the outside: no other code of a workflow opens a connection. */
export interface SafeFetch {
  /**
   * @throws HttpFailure when no complete answer came, or the address may not be reached
   * @throws HostBusy before anything was sent that may not be sent again
   * @throws the signal's reason when it aborts
   */
  (request: SafeRequest): Promise<SafeResponse>;
  /** Closes all connections; requests that are under way fail. */
  close(): Promise<void>;
}

export interface SafeFetchOptions {
  /** `host` or `host:port` entries that may be reached although they are not public addresses */
  allowHosts: readonly string[];
  /** the product's own address; of it only /api/echo may be called */
  appUrl: string;
  /** replaces the system's look-up */
  resolver?: Resolver;
  limits?: Partial<SafeFetchLimits>;
  /** left out: a host may have as many requests at a time as there are */
  hosts?: HostGateOptions;
}

interface SafeFetchLimits {
  /** for one connection, look-up and TLS included */
  connectTimeoutMs: number;
  /** for a pause within an answer's body */
  idleTimeoutMs: number;
  redirects: number;
  /** of an answer's body, as sent and as decompressed */
  bodyBytes: number;
}

const defaultLimits: SafeFetchLimits = {
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 60_000,
  redirects: 5,
  bodyBytes: 10 * 1024 * 1024,
};

/** A redirect's own body is read only to keep the connection; a longer one costs the connection instead. */
const redirectBodyBytes = 64 * 1024;

/** Behind a redirect these may be put off and begin anew; what others have done by then must not be done twice. */
const repeatable: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** A body is held as it came, and as the text that it becomes. */
const copiesOfBody = 2;

interface Stay {
  /** none where hosts have no limits */
  visit: Visit | undefined;
  end: VisitEnd;
}

/** @throws Error when an entry of the allow list is malformed */
export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const limits = { ...defaultLimits, ...options.limits };
  const policy = createAddressPolicy({ ...options, resolver: options.resolver ?? systemResolver });
  const agents = createAgents(policy, limits);
  const gate = options.hosts && new HostGate(options.hosts);

  const safeFetch = async (request: SafeRequest): Promise<SafeResponse> => {
    const deadline = startDeadline(request.timeoutMs, request.signal);
    const reserve = (bytes: number): Promise<void> | undefined => {
      const waiting = request.reserve?.(bytes * copiesOfBody);
      return waiting && deadline.pauseFor(waiting);
    };
    const maximumBytes = (status: number, headers: HeaderList) =>
      request.followRedirects && redirectLocation(status, headerValue(headers, "location")) !== undefined
        ? redirectBodyBytes
        : limits.bodyBytes;

    const send = async (hop: Hop, redirects: number): Promise<Answer> => {
      refuseForeignHosts(request.boundSecrets ?? [], hop.url);
      const trusted = policy.isTrusted(hop.url);
      if (!trusted) policy.checkLiteral(hop.url);
      const stay = await enterHost(hop.url.host, redirects > 0 && !repeatable.has(request.method));
      try {
        const answer = await exchange(trusted ? agents.trusted : agents.guarded, hop, {
          signal: deadline.signal,
          timeoutMs: request.timeoutMs,
          idleTimeoutMs: limits.idleTimeoutMs,
          maximumBytes,
          reserve,
        });
        stay.end = "answered";
        return answer;
      } catch (error) {
        if (isSilence(error)) stay.end = "silent";
        else if (error instanceof HttpFailure) stay.end = "answered";
        throw error;
      }
    };

    /**
     * Once for each host, and until the whole request ends: else a host that redirects to a silent one could fill all
     * slots, and one that redirects to itself would need two places for each request.
     */
    const stays = new Map<string, Stay>();
    const enterHost = async (host: string, isOnTheWay: boolean): Promise<Stay> => {
      const known = stays.get(host);
      if (known) return known;
      const visit = isOnTheWay ? gate?.enter(host) : gate && (await deadline.pauseFor(gate.tryEnter(host)));
      if (visit && "waitMs" in visit) throw new HostBusy(visit.waitMs);
      const stay: Stay = { visit, end: "abandoned" };
      stays.set(host, stay);
      return stay;
    };

    try {
      let hop = prepareHop({ ...request, headers: withDefaultHeaders(request.headers) });
      for (let redirects = 0; ; redirects++) {
        const answer = await send(hop, redirects);
        const location = redirectLocation(answer.status, headerValue(answer.headers, "location"));
        if (!request.followRedirects || location === undefined)
          return await finish(hop, answer, limits.bodyBytes, reserve);
        if (redirects >= limits.redirects) {
          throw new HttpFailure(
            "http_too_many_redirects",
            `${request.method} ${request.url.origin} failed: too many redirects. After ${limits.redirects} of them the answer is still a redirect.`,
          );
        }
        hop = prepareHop(followRedirect(hop, answer.status, location));
      }
    } finally {
      for (const { visit, end } of stays.values()) visit?.leave(end);
      deadline.clear();
    }
  };

  return Object.assign(safeFetch, {
    close: async () => {
      await Promise.all([agents.guarded.destroy(), agents.trusted.destroy()]);
    },
  });
}

/**
 * Two pools, because a pooled connection is used again without a look-up: were there one, the connection that
 * /api/echo was allowed to open would serve any other path of the same server.
 */
function createAgents(policy: AddressPolicy, limits: SafeFetchLimits) {
  const agent = (lookup: LookupFunction) =>
    new Agent({ connect: { lookup, timeout: limits.connectTimeoutMs }, headersTimeout: 0, pipelining: 1 });
  return { guarded: agent(policy.guardedLookup), trusted: agent(policy.trustedLookup) };
}

function withDefaultHeaders(headers: HeaderList): HeaderList {
  const defaults: HeaderList = [
    ["accept", "*/*"],
    ["accept-encoding", acceptedEncodings],
    ["user-agent", "workflow-engine"],
  ];
  return [...headers, ...defaults.filter(([name]) => !hasHeader(headers, name))];
}

/** Moves a user and password from the address into the header that carries them. */
function prepareHop(hop: Hop): Hop {
  const { username, password } = hop.url;
  if (username === "" && password === "") return hop;
  const url = new URL(hop.url);
  url.username = "";
  url.password = "";
  if (hasHeader(hop.headers, "authorization")) return { ...hop, url };
  const credentials = Buffer.from(`${percentDecode(username)}:${percentDecode(password)}`, "utf8").toString("base64");
  return { ...hop, url, headers: [...hop.headers, ["authorization", `Basic ${credentials}`]] };
}

function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Reserve = (bytes: number) => Promise<void> | undefined;

async function finish(hop: Hop, answer: Answer, maximumBytes: number, reserve: Reserve): Promise<SafeResponse> {
  const { body: sent, ...rest } = answer;
  const body: Body =
    sent === "too_large"
      ? { kind: "too_large", limitBytes: maximumBytes }
      : await decompress(answer, sent, maximumBytes, reserve);
  return { url: hop.url, ...rest, body };
}

async function decompress(
  { status, headers }: Answer,
  sent: Buffer,
  maximumBytes: number,
  reserve: Reserve,
): Promise<Body> {
  try {
    return await decompressBody(sent, headerValue(headers, "content-encoding"), maximumBytes, reserve);
  } catch (error) {
    // An error page that is labelled wrongly must not hide the error.
    if (status >= 400 && error instanceof HttpFailure) return { kind: "complete", bytes: sent, decoded: false };
    throw error;
  }
}
