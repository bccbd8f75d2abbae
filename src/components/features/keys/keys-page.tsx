"use client";
import { Plus, RectangleEllipsis } from "lucide-react";
import { useState } from "react";
import { useIdentity, useRefusal } from "@/components/access/identity";
import { ErrorState } from "@/components/errors/error-state";
import { AccountsOff } from "@/components/features/accounts/accounts-off";
import { NotForYou } from "@/components/features/accounts/not-for-you";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadMore } from "@/components/ui/load-more";
import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/skeleton";
import type { ApiKey } from "@/contracts/accounts";
import { trpc } from "@/trpc/client";
import { CreateKeyDialog } from "./create-key-dialog";
import { keyListInput } from "./key-list-input";
import { KeyTable } from "./key-table";
import { RevokeKeyDialog } from "./revoke-key-dialog";

export function KeysPage() {
  const { mode } = useIdentity();
  const refusal = useRefusal("apiKeys.list");
  const creating = useRefusal("apiKeys.create");
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  if (mode !== "accounts") {
    return (
      <>
        <PageHeader title="API keys" />
        <AccountsOff mode={mode}>So programs need no key.</AccountsOff>
      </>
    );
  }
  const create = (
    <Button variant="primary" refusal={creating} onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      New key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="API keys"
        description={
          <>
            For programs, which send one as <code className="font-mono text-ink">Authorization: Bearer …</code>; stored
            as a hash, and shown once.
          </>
        }
        actions={create}
      />
      {refusal === undefined ? <Keys create={create} onRevoke={setRevoking} /> : <NotForYou refusal={refusal} />}
      <CreateKeyDialog open={isCreating} onClose={() => setCreating(false)} />
      <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />
    </>
  );
}

function Keys({ create, onRevoke }: { create: React.ReactNode; onRevoke: (key: ApiKey) => void }) {
  const list = trpc.apiKeys.list.useInfiniteQuery(keyListInput, { getNextPageParam: (page) => page.next_cursor });
  if (list.isPending) return <TableSkeleton rows={4} />;
  if (list.data === undefined) {
    return (
      <ErrorState
        title="The API keys could not be loaded"
        error={list.error}
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const keys = list.data.pages.flatMap((page) => page.items);
  if (keys.length === 0) {
    return (
      <EmptyState icon={RectangleEllipsis} title="No API keys yet" action={create}>
        A key lets a program in without a password: with a role, until a day of your choice, and on one workflow only if
        you say so.
      </EmptyState>
    );
  }
  return (
    <>
      <KeyTable keys={keys} onRevoke={onRevoke} />
      <LoadMore list={list} shown={keys.length} />
    </>
  );
}
