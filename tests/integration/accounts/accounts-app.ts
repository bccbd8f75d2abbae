import type { Role } from "@/core/roles";
import { type Answer, type RequestOptions, startWebApp, type WebApp } from "../services/web-app";

export const password = "correct horse battery staple";

/** What a request carries that says who asks. */
export type Credentials = Record<string, string>;

export interface Person {
  id: string;
  email: string;
  /** a session's cookie */
  credentials: Credentials;
}

/** The routes with accounts on, and people and keys to ask them as. */
export interface AccountsApp extends WebApp {
  /** the same as `call`, as somebody; undefined: as nobody */
  as<Body = unknown>(
    who: Credentials | undefined,
    method: string,
    url: string,
    options?: RequestOptions,
  ): Promise<Answer<Body>>;
  addPerson(role: Role, name?: string): Promise<Person>;
  signIn(email: string, options?: { password?: string; headers?: Credentials }): Promise<Answer<SessionBody>>;
  addKey(
    role: Role,
    options?: { workflowId?: string; days?: number },
  ): Promise<{ id: string; key: string; credentials: Credentials }>;
  /** the entries of the audit log, oldest first */
  audit(): Promise<{ actor: string; action: string; objectId: string | null; address: string | null; data: unknown }[]>;
}

export interface SessionBody {
  actor: string;
  role: Role;
  error?: { code: string; message: string; details: unknown };
}

export const sessionSecret = "a secret of more than thirty-two characters";

export async function startAccountsApp(environment: Record<string, string> = {}): Promise<AccountsApp> {
  const app = await startWebApp({
    AUTH_MODE: "accounts",
    SESSION_SECRET: sessionSecret,
    RATE_LIMIT_PER_MINUTE: "0",
    ...environment,
  });
  // Not before the environment is set.
  const { webProcess } = await import("@/server/web-process");
  const { createUser } = await import("@/services/accounts/create-user");
  const { createApiKey } = await import("@/services/accounts/api-keys");
  let people = 0;

  /** As the server sees it, every request comes from a socket. */
  const call: WebApp["call"] = (method, url, options = {}) =>
    app.call(method, url, { ...options, headers: { "x-socket-address": "10.0.0.1", ...options.headers } });

  const as: AccountsApp["as"] = (who, method, url, options = {}) =>
    call(method, url, { ...options, headers: { ...who, ...options.headers } });

  const signIn: AccountsApp["signIn"] = (email, { password: given = password, headers = {} } = {}) =>
    call<SessionBody>("POST", "/api/session", { body: { email, password: given }, headers });

  return {
    ...app,
    call,
    as,
    signIn,
    async addPerson(role, name = role) {
      const { db, authenticator } = webProcess();
      if (!authenticator) throw new Error("There are no accounts.");
      const email = `${name.toLowerCase()}-${++people}@example.org`;
      const id = await db.$transaction((tx) => createUser(tx, authenticator, { name, email, role, password }));
      // Each from a place of their own, so that none uses up the attempts of the others.
      const answer = await signIn(email, { headers: { "x-socket-address": `198.51.100.${people % 250}` } });
      return { id, email, credentials: { cookie: cookieOf(answer) } };
    },
    async addKey(role, { workflowId, days } = {}) {
      const input = { name: `a ${role}`, role, workflow_id: workflowId, expires_in_days: days };
      const { api_key: made, key } = await createApiKey({ db: app.db, actor: "test" }, input);
      return { id: made.id, key, credentials: { authorization: `Bearer ${key}` } };
    },
    async audit() {
      return app.db.auditEntry.findMany({
        orderBy: { id: "asc" },
        select: { actor: true, action: true, objectId: true, address: true, data: true },
      });
    },
  };
}

/** What a browser sends back of what an answer sets. */
export function cookieOf({ status, headers, text }: Answer): string {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  if (pairs.length === 0) throw new Error(`The answer sets no cookie: ${status} ${text}`);
  return pairs.join("; ");
}
