import type { Metadata } from "next";
import { requireIdentity } from "@/app/require-identity";
import { SecretList } from "@/components/features/secrets/secret-list";
import { secretListInput } from "@/components/features/secrets/secret-list-input";
import { api, HydrateClient } from "@/trpc/server";

export const metadata: Metadata = { title: "Secrets" };

export default async function Page() {
  await requireIdentity();
  await api.secrets.list.prefetchInfinite(secretListInput);
  return (
    <HydrateClient>
      <SecretList />
    </HydrateClient>
  );
}
