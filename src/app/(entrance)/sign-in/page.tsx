import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { isSignedIn } from "@/app/require-identity";
import { ownPath } from "@/components/access/sign-in-path";
import { SignIn } from "@/components/features/accounts/sign-in/sign-in";
import { api } from "@/trpc/server";

export const metadata: Metadata = { title: "Sign in" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { next, ended } = await searchParams;
  const path = ownPath(typeof next === "string" ? next : undefined);
  const { needs_set_up: needsSetUp } = await api.session.entrance();
  // Without accounts everybody is in.
  if (await isSignedIn()) redirect(path);
  return <SignIn next={path} ended={ended === "1"} needsSetUp={needsSetUp} />;
}
