import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Welcome } from "@/components/features/accounts/welcome/welcome";
import { api } from "@/trpc/server";

export const metadata: Metadata = { title: "Welcome" };

export default async function Page() {
  const { mode, needs_set_up: needsSetUp } = await api.session.entrance();
  if (mode !== "accounts") redirect("/");
  return <Welcome needsSetUp={needsSetUp} />;
}
