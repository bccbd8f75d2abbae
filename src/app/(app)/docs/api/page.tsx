import type { Metadata } from "next";
import { headers } from "next/headers";
import { originOf } from "@/app/origin-of";
import { requireIdentity } from "@/app/require-identity";
import { ApiDocs } from "@/components/features/api-docs/api-docs";
import { api } from "@/trpc/server";

export const metadata: Metadata = { title: "REST API" };

export default async function Page() {
  const { mode } = await requireIdentity();
  const [document, received] = await Promise.all([api.system.apiDocument(), headers()]);
  return <ApiDocs document={document} baseUrl={originOf(received)} withKey={mode === "accounts"} />;
}
