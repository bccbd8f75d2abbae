"use client";
import Link from "next/link";
import { useRefusal } from "@/components/access/identity";
import { actorName } from "@/components/features/accounts/actor-name";
import { roleWords } from "@/components/features/accounts/role-words";
import { useTimeText } from "@/components/time/clock";
import { RelativeTime } from "@/components/time/time";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { ApiKey } from "@/contracts/accounts";
import { trpc } from "@/trpc/client";
import { keyState } from "./key-state";

interface KeyTableProps {
  keys: readonly ApiKey[];
  onRevoke: (key: ApiKey) => void;
}

export function KeyTable({ keys, onRevoke }: KeyTableProps) {
  return (
    <Table>
      <thead>
        <tr>
          <TableHead>Name</TableHead>
          <TableHead className="hidden w-24 sm:table-cell">Role</TableHead>
          <TableHead className="hidden w-44 lg:table-cell">Workflow</TableHead>
          <TableHead className="w-27 sm:w-36">Expires</TableHead>
          <TableHead className="hidden w-32 md:table-cell">Last used</TableHead>
          <TableHead className="hidden w-52 xl:table-cell">Made by</TableHead>
          <TableHead className="w-22">
            <span className="sr-only">Actions</span>
          </TableHead>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onRevoke={() => onRevoke(key)} />
        ))}
      </tbody>
    </Table>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const refusal = useRefusal("apiKeys.revoke");
  const state = useTimeText((now) => keyState(apiKey, now));
  const { name, prefix, role, workflow_id: workflowId, actor } = apiKey;
  return (
    <TableRow className={cn(state !== "valid" && "text-ink-muted")}>
      <TableCell className="py-2">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 truncate font-medium" title={name}>
            {name}
          </span>
          {state === "revoked" ? <Badge tone="danger">Revoked</Badge> : null}
          {state === "expired" ? <Badge tone="warning">Expired</Badge> : null}
        </p>
        <p className="truncate text-xs text-ink-muted">
          <code className="font-mono">{prefix}…</code>
        </p>
        <p className="text-xs text-ink-muted sm:hidden">{roleWords[role].label}</p>
      </TableCell>
      <TableCell className="hidden sm:table-cell">{roleWords[role].label}</TableCell>
      <TableCell className="hidden truncate lg:table-cell">
        {workflowId === null ? <span className="text-ink-muted">All</span> : <WorkflowLink id={workflowId} />}
      </TableCell>
      <TableCell className="text-ink-muted">
        {apiKey.expires_at === null ? "Never" : <RelativeTime at={apiKey.expires_at} />}
      </TableCell>
      <TableCell className="hidden text-ink-muted md:table-cell">
        {apiKey.last_used_at === null ? "Never" : <RelativeTime at={apiKey.last_used_at} />}
      </TableCell>
      <TableCell className="hidden truncate text-ink-muted xl:table-cell" title={actor}>
        {actorName(actor)}
      </TableCell>
      <TableCell className="px-2! text-right">
        {state === "revoked" ? null : (
          <Button variant="ghost" size="small" refusal={refusal} aria-label={`Revoke ${name}`} onClick={onRevoke}>
            Revoke
          </Button>
        )}
      </TableCell>
    </TableRow>
  );
}

function WorkflowLink({ id }: { id: string }) {
  const { data } = trpc.workflows.get.useQuery({ id }, { staleTime: 60_000 });
  return (
    <Link href={`/workflows/${id}`} className="rounded-sm hover:underline" title={data?.name}>
      {data?.name ?? "One workflow"}
    </Link>
  );
}
