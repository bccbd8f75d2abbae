import "server-only";
import { TRPCError } from "@trpc/server";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { signInPath } from "@/components/access/sign-in-path";
import type { Identity } from "@/contracts/accounts";
import { pathHeader } from "@/server/access/path-header";
import { api } from "@/trpc/server";

/** Undefined: whoever asks has to sign in first. */
const readIdentity = cache(async (): Promise<Identity | undefined> => {
  try {
    return await api.session.get();
  } catch (error) {
    if (error instanceof TRPCError && error.code === "UNAUTHORIZED") return undefined;
    throw error;
  }
});

export async function isSignedIn(): Promise<boolean> {
  return (await readIdentity()) !== undefined;
}

/**
 * Who asks for a page; whoever has to sign in first is led there. Layout and page both ask, before anything else: the layout
 * is not made anew when somebody goes on from page to page, and a page must not begin to show what was refused.
 */
export async function requireIdentity(): Promise<Identity> {
  const identity = await readIdentity();
  if (identity) return identity;
  const [received, jar] = await Promise.all([headers(), cookies()]);
  const ended = jar.getAll().some(({ name }) => name.endsWith("session_token"));
  redirect(signInPath(received.get(pathHeader), { ended }));
}
