import type { Metadata } from "next";
import { connection } from "next/server";
import { ApiDocs } from "@/components/features/api-docs/api-docs";
import { openApiDocument } from "@/server/openapi";
import { webProcess } from "@/server/web-process";

export const metadata: Metadata = { title: "REST API" };

export default async function Page() {
  // A build has no environment that could tell the address.
  await connection();
  return <ApiDocs document={openApiDocument()} baseUrl={webProcess().env.APP_URL} />;
}
