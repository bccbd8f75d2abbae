import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requireIdentity } from "@/app/require-identity";
import { refusalOf } from "@/components/access/refusal-of";
import { auditListInput, loadAuditFilters } from "@/components/features/audit/audit-filters";
import { AuditPage } from "@/components/features/audit/audit-page";
import { api, HydrateClient } from "@/trpc/server";

export const metadata: Metadata = { title: "Audit log" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const identity = await requireIdentity();
  const filters = await loadAuditFilters(searchParams);
  if (refusalOf(identity, "audit.list") === undefined) await api.audit.list.prefetchInfinite(auditListInput(filters));
  return (
    <HydrateClient>
      <AuditPage />
    </HydrateClient>
  );
}
