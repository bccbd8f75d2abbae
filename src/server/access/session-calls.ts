import type { z } from "zod";
import type {
  acceptInvitationInput,
  changePasswordInput,
  Identity,
  setUpInput,
  signInInput,
} from "@/contracts/accounts";
import { AppError } from "@/core/errors";
import { acceptInvitation as accept } from "@/services/accounts/accept-invitation";
import type { CallerIdentity } from "@/services/accounts/caller";
import * as sessions from "@/services/accounts/sessions";
import { setUp as makeAdmin, needsSetUp } from "@/services/accounts/set-up";
import { isSetUpCode } from "@/services/accounts/set-up-code";
import { type WebProcess, webProcess } from "../web-process";
import type { Door } from "./door";

type Mode = Identity["mode"];

/** Who asks, in words for themselves. */
export function presentIdentity({ actor, role, user, onlyWorkflowId }: CallerIdentity): Identity {
  const { env } = webProcess();
  return {
    mode: env.AUTH_MODE,
    actor,
    role,
    only_workflow_id: onlyWorkflowId ?? null,
    name: user?.name ?? null,
    email: user?.email ?? null,
  };
}

export async function entrance(): Promise<{ mode: Mode; needs_set_up: boolean }> {
  const { env, db } = webProcess();
  return { mode: env.AUTH_MODE, needs_set_up: env.AUTH_MODE === "accounts" && (await needsSetUp(db)) };
}

/** @throws AppError `unauthorized`, `rate_limited`, `conflict` where there are no accounts */
export async function signIn(door: Door, input: z.output<typeof signInInput>): Promise<Identity> {
  const { web, context } = requireAccounts(door);
  web.signInLimits.take(door.headers, web.env.TRUSTED_PROXIES, input.email);
  try {
    const identity = await enter(door, context, input);
    web.signInLimits.forget(input.email);
    return identity;
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthorized")
      await door.record("session.refuse", "anonymous", { data: { email: input.email } });
    throw error;
  }
}

/** Begins a session. A password that was set by a link in this very request is no guess, and is not counted as one. */
async function enter(
  door: Door,
  context: sessions.SessionContext,
  credentials: { email: string; password: string },
): Promise<Identity> {
  const { cookies, caller } = await sessions.signIn(context, credentials);
  door.cookies.push(...cookies);
  await door.record("session.sign_in", caller.actor, { objectId: caller.user?.id });
  return presentIdentity(caller);
}

/** Signing out where nobody has signed in changes nothing. */
export async function signOut(door: Door): Promise<{ signed_out: true }> {
  const { context } = requireAccounts(door);
  const { cookies, user } = await sessions.signOut(context);
  door.cookies.push(...cookies);
  if (user) await door.record("session.sign_out", `user:${user.email}`, { objectId: user.id });
  return { signed_out: true };
}

export async function signOutEverywhere(door: Door, caller: CallerIdentity): Promise<{ signed_out: true }> {
  const { context } = requireAccounts(door);
  const { cookies } = await sessions.signOutEverywhere(context, caller);
  door.cookies.push(...cookies);
  return { signed_out: true };
}

/** @throws AppError `validation_error`, `rate_limited` */
export async function changePassword(
  door: Door,
  caller: CallerIdentity,
  input: z.output<typeof changePasswordInput>,
): Promise<Identity> {
  const { web, context } = requireAccounts(door);
  web.signInLimits.take(door.headers, web.env.TRUSTED_PROXIES, caller.user?.email ?? caller.actor);
  const { cookies } = await sessions.changePassword(context, caller, input).catch(async (error: unknown) => {
    await door.record("session.refuse", caller.actor, { objectId: caller.user?.id, data: { call: "changePassword" } });
    throw error;
  });
  if (caller.user) web.signInLimits.forget(caller.user.email);
  door.cookies.push(...cookies);
  return presentIdentity(caller);
}

/**
 * Makes the first admin, and signs them in.
 *
 * @throws AppError `forbidden`
 */
export async function setUp(door: Door, { code, ...admin }: z.output<typeof setUpInput>): Promise<Identity> {
  const { web, sessionSecret, context } = requireAccounts(door);
  web.signInLimits.take(door.headers, web.env.TRUSTED_PROXIES, "set-up");
  if (!isSetUpCode(sessionSecret, code)) {
    await door.record("session.refuse", "anonymous", { data: { call: "setUp" } });
    throw new AppError(
      "forbidden",
      "This code is wrong. The server prints the right one when it starts without any user.",
    );
  }
  const { id } = await makeAdmin(context, admin);
  await door.record("user.set_up", `user:${admin.email}`, {
    objectId: id,
    data: { email: admin.email, role: "admin" },
  });
  return enter(door, context, admin);
}

/**
 * Makes the invited user, or sets the password that a link is for, and signs them in.
 *
 * @throws AppError `not_found`
 */
export async function acceptInvitation(door: Door, input: z.output<typeof acceptInvitationInput>): Promise<Identity> {
  const { context } = requireAccounts(door);
  const { id, email, role, returned } = await accept(context, input);
  const action = returned ? "user.set_password" : "user.accept_invitation";
  await door.record(action, `user:${email}`, { objectId: id, data: { email, role } });
  return enter(door, context, { email, password: input.password });
}

interface WithAccounts {
  web: WebProcess;
  sessionSecret: string;
  context: sessions.SessionContext;
}

/** @throws AppError `conflict` */
function requireAccounts({ headers }: Door): WithAccounts {
  const web = webProcess();
  const { authenticator, env } = web;
  if (!authenticator || env.SESSION_SECRET === undefined)
    throw new AppError(
      "conflict",
      `There are no accounts here (AUTH_MODE=${env.AUTH_MODE}). AUTH_MODE=accounts has them.`,
    );
  return { web, sessionSecret: env.SESSION_SECRET, context: { db: web.db, authenticator, headers } };
}
