import type { Metadata } from "next";
import { requireIdentity } from "@/app/require-identity";
import { refusalOf } from "@/components/access/refusal-of";
import { keyListInput } from "@/components/features/keys/key-list-input";
import { KeysPage } from "@/components/features/keys/keys-page";
import { api, HydrateClient } from "@/trpc/server";

export const metadata: Metadata = { title: "API keys" };

export default async function Page() {
  const identity = await requireIdentity();
  if (identity.mode === "accounts" && refusalOf(identity, "apiKeys.list") === undefined)
    await api.apiKeys.list.prefetchInfinite(keyListInput);
  return (
    <HydrateClient>
      <KeysPage />
    </HydrateClient>
  );
}
