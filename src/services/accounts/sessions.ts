import { isAPIError } from "better-auth/api";
import type { z } from "zod";
import type { changePasswordInput, signInInput } from "@/contracts/accounts";
import { AppError, validationError } from "@/core/errors";
import type { Database } from "@/db/types";
import { type Authenticator, absoluteSessionSeconds } from "./authenticator";
import type { CallerIdentity } from "./caller";
import { identifySession } from "./identify-session";

export interface SessionContext {
  db: Database;
  authenticator: Authenticator;
  /** the request's; its cookie is the session */
  headers: Headers;
}

/**
 * Begins a session, a new one whatever cookie came along; the one that came along ends.
 *
 * @throws AppError `unauthorized`, the same for every reason: it reveals nothing about who is a user
 */
export async function signIn(
  { db, authenticator, headers }: SessionContext,
  { email, password }: z.output<typeof signInInput>,
): Promise<{ cookies: string[]; caller: CallerIdentity }> {
  const before = await authenticator.api.getSession({ headers, query: { disableRefresh: true } });
  const cookies = await beginSession(authenticator, { email, password });
  if (before) await db.session.deleteMany({ where: { token: before.session.token } });
  const caller = await identifySession(authenticator, cookieHeaders(cookies), { renew: false });
  return { cookies, caller };
}

/** Ends the session that the request has, if it has one. @returns who has left */
export async function signOut({
  db,
  authenticator,
  headers,
}: SessionContext): Promise<{ cookies: string[]; user?: { id: string; email: string } }> {
  const found = await authenticator.api.getSession({ headers, query: { disableRefresh: true } });
  if (found) await db.session.deleteMany({ where: { token: found.session.token } });
  return {
    cookies: await expiredCookies(authenticator),
    ...(found && { user: { id: found.user.id, email: found.user.email } }),
  };
}

/** Ends all sessions of a user, the present one with them. */
export async function signOutEverywhere(
  { db, authenticator }: SessionContext,
  caller: CallerIdentity,
): Promise<{ cookies: string[]; sessions: number }> {
  const { count } = await db.session.deleteMany({ where: { userId: requireUser(caller).id } });
  return { cookies: await expiredCookies(authenticator), sessions: count };
}

/**
 * Sets another password. All sessions end, and a new one begins here.
 *
 * @throws AppError `validation_error` when the present password is another
 */
export async function changePassword(
  { db, authenticator }: SessionContext,
  caller: CallerIdentity,
  { current_password: current, new_password: next }: z.output<typeof changePasswordInput>,
): Promise<{ cookies: string[] }> {
  const { id, email } = requireUser(caller);
  const { password: passwords } = await authenticator.$context;
  const account = await db.account.findFirst({ where: { userId: id, providerId: "credential" } });
  if (!account?.password || !(await passwords.verify({ hash: account.password, password: current }))) {
    throw validationError("The password was not changed.", [
      { path: "current_password", message: "This is not your present password." },
    ]);
  }
  await db.$transaction([
    db.account.update({ where: { id: account.id }, data: { password: await passwords.hash(next) } }),
    db.session.deleteMany({ where: { userId: id } }),
    db.invitation.deleteMany({ where: { userId: id, acceptedAt: null } }),
  ]);
  return { cookies: await beginSession(authenticator, { email, password: next }) };
}

/** @throws AppError `forbidden` for keys, which have no sessions */
function requireUser({ user }: CallerIdentity): NonNullable<CallerIdentity["user"]> {
  if (user) return user;
  throw new AppError(
    "forbidden",
    "Only somebody who has signed in can do this; an API key has neither session nor password.",
  );
}

async function beginSession(
  authenticator: Authenticator,
  body: { email: string; password: string },
): Promise<string[]> {
  try {
    const { headers } = await authenticator.api.signInEmail({ body, returnHeaders: true });
    return headers.getSetCookie().map(keepUntilTheEnd);
  } catch (error) {
    if (isAPIError(error)) throw new AppError("unauthorized", "The e-mail address or the password is wrong.");
    throw error;
  }
}

/** When a session ends is told by its row, which is renewed while the cookie stays as it is. */
const keepUntilTheEnd = (cookie: string): string => cookie.replace(/Max-Age=\d+/i, `Max-Age=${absoluteSessionSeconds}`);

async function expiredCookies(authenticator: Authenticator): Promise<string[]> {
  const { sessionToken } = (await authenticator.$context).authCookies;
  const secure = sessionToken.attributes.secure ? "; Secure" : "";
  return [`${sessionToken.name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure}`];
}

/** What a browser sends that was told these cookies. */
function cookieHeaders(cookies: readonly string[]): Headers {
  return new Headers({ cookie: cookies.map((cookie) => cookie.split(";")[0] ?? "").join("; ") });
}
