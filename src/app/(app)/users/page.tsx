import type { Metadata } from "next";
import { requireIdentity } from "@/app/require-identity";
import { refusalOf } from "@/components/access/refusal-of";
import { userListInput } from "@/components/features/users/user-list-input";
import { UsersPage } from "@/components/features/users/users-page";
import { api, HydrateClient } from "@/trpc/server";

export const metadata: Metadata = { title: "Users" };

export default async function Page() {
  const identity = await requireIdentity();
  if (identity.mode === "accounts" && refusalOf(identity, "users.list") === undefined)
    await Promise.all([api.users.list.prefetchInfinite(userListInput), api.users.invitations.prefetch()]);
  return (
    <HydrateClient>
      <UsersPage />
    </HydrateClient>
  );
}
