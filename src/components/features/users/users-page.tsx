"use client";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useIdentity, useRefusal } from "@/components/access/identity";
import { ErrorState } from "@/components/errors/error-state";
import { AccountsOff } from "@/components/features/accounts/accounts-off";
import { NotForYou } from "@/components/features/accounts/not-for-you";
import { Button } from "@/components/ui/button";
import { LoadMore } from "@/components/ui/load-more";
import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/skeleton";
import { trpc } from "@/trpc/client";
import { Invitations } from "./invitations";
import { InviteDialog } from "./invite-dialog";
import { userListInput } from "./user-list-input";
import { UserTable } from "./user-table";

export function UsersPage() {
  const { mode } = useIdentity();
  const refusal = useRefusal("users.list");
  const inviting = useRefusal("users.invite");
  const [isInviting, setInviting] = useState(false);
  if (mode !== "accounts") {
    return (
      <>
        <PageHeader title="Users" />
        <AccountsOff mode={mode}>So there are no users to list.</AccountsOff>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="Users"
        description="Viewers look, editors also edit and run workflows, admins do everything."
        actions={
          <Button variant="primary" refusal={inviting} onClick={() => setInviting(true)}>
            <UserPlus aria-hidden />
            Invite
          </Button>
        }
      />
      {refusal === undefined ? (
        <div className="flex flex-col gap-6">
          <Users />
          <Invitations />
        </div>
      ) : (
        <NotForYou refusal={refusal} />
      )}
      <InviteDialog open={isInviting} onClose={() => setInviting(false)} />
    </>
  );
}

function Users() {
  const list = trpc.users.list.useInfiniteQuery(userListInput, { getNextPageParam: (page) => page.next_cursor });
  if (list.isPending) return <TableSkeleton rows={4} />;
  if (list.data === undefined) {
    return (
      <ErrorState
        title="The users could not be loaded"
        error={list.error}
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const users = list.data.pages.flatMap((page) => page.items);
  return (
    <section aria-label="Users">
      <UserTable users={users} />
      <LoadMore list={list} shown={users.length} />
    </section>
  );
}
