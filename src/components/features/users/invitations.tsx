"use client";
import { X } from "lucide-react";
import { useRefusal } from "@/components/access/identity";
import { ErrorState } from "@/components/errors/error-state";
import { roleWords } from "@/components/features/accounts/role-words";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { TableSkeleton } from "@/components/ui/skeleton";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import { notify, notifyError } from "@/components/ui/toast";
import type { Invitation } from "@/contracts/accounts";
import { trpc } from "@/trpc/client";

/** Links that wait for whoever holds them. */
export function Invitations() {
  const list = trpc.users.invitations.useQuery();
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className="mb-2 text-base font-semibold">
        Invitations
      </h2>
      {list.data ? (
        list.data.items.length > 0 ? (
          <InvitationTable invitations={list.data.items} />
        ) : (
          <p className="rounded-lg border border-dashed px-4 py-6 text-center text-sm text-ink-muted">
            None is open. Whoever is invited gets a link from you, which works once and for a week.
          </p>
        )
      ) : list.isError ? (
        <ErrorState
          title="The invitations could not be loaded"
          error={list.error}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <TableSkeleton rows={2} />
      )}
    </section>
  );
}

function InvitationTable({ invitations }: { invitations: readonly Invitation[] }) {
  const utils = trpc.useUtils();
  const refusal = useRefusal("users.withdrawInvitation");
  const withdraw = trpc.users.withdrawInvitation.useMutation({
    onSuccess: () => notify("The invitation is withdrawn", { description: "Its link leads nowhere now." }),
    onError: (error) => notifyError("The invitation could not be withdrawn", error),
    onSettled: () => void utils.users.invitations.invalidate(),
  });
  return (
    <Table>
      <thead>
        <tr>
          <TableHead>E-mail</TableHead>
          <TableHead className="w-20 sm:w-36">Role</TableHead>
          <TableHead className="hidden w-36 sm:table-cell">Ends</TableHead>
          <TableHead className="w-30">
            <span className="sr-only">Actions</span>
          </TableHead>
        </tr>
      </thead>
      <tbody>
        {invitations.map(({ id, email, role, expires_at: expiresAt }) => (
          <TableRow key={id}>
            <TableCell className="truncate" title={email}>
              {email}
            </TableCell>
            <TableCell>{roleWords[role].label}</TableCell>
            <TableCell className="hidden text-ink-muted sm:table-cell">
              <RelativeTime at={expiresAt} />
            </TableCell>
            <TableCell className="px-2! text-right">
              <Button
                variant="ghost"
                size="small"
                refusal={refusal}
                busy={withdraw.isPending && withdraw.variables.id === id}
                aria-label={`Withdraw the invitation of ${email}`}
                onClick={() => withdraw.mutate({ id })}
              >
                <X aria-hidden />
                Withdraw
              </Button>
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}
