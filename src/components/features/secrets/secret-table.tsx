"use client";
import { Ellipsis, Pencil, Trash2, TriangleAlert } from "lucide-react";
import { useRefusal } from "@/components/access/identity";
import { RelativeTime } from "@/components/time/time";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { Secret } from "@/contracts/secrets";

interface SecretTableProps {
  secrets: readonly Secret[];
  onReplace: (key: string) => void;
  onDelete: (key: string) => void;
}

export function SecretTable({ secrets, onReplace, onDelete }: SecretTableProps) {
  const replacing = useRefusal("secrets.set");
  const deleting = useRefusal("secrets.delete");
  return (
    <Table>
      <thead>
        <tr>
          <TableHead>Key</TableHead>
          <TableHead className="hidden w-36 sm:table-cell">Created</TableHead>
          <TableHead className="w-28 sm:w-36">Updated</TableHead>
          <TableHead className="w-12">
            <span className="sr-only">Actions</span>
          </TableHead>
        </tr>
      </thead>
      <tbody>
        {secrets.map((secret) => (
          <TableRow key={secret.key}>
            <TableCell className="py-2">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <code className="min-w-0 truncate font-mono text-sm" title={secret.key}>
                  {secret.key}
                </code>
                {secret.readable ? null : <Unreadable />}
                {secret.hosts.length > 0 ? <BoundTo hosts={secret.hosts} /> : null}
              </span>
            </TableCell>
            <TableCell className="hidden text-ink-muted sm:table-cell">
              <RelativeTime at={secret.created_at} />
            </TableCell>
            <TableCell className="text-ink-muted">
              <RelativeTime at={secret.updated_at} />
            </TableCell>
            <TableCell className="px-2!">
              <Menu
                trigger={
                  <Button variant="ghost" size="small-icon" aria-label={`Actions for ${secret.key}`}>
                    <Ellipsis aria-hidden />
                  </Button>
                }
              >
                <MenuItem refusal={replacing} onClick={() => onReplace(secret.key)}>
                  <Pencil aria-hidden /> Replace value
                </MenuItem>
                <MenuItem danger refusal={deleting} onClick={() => onDelete(secret.key)}>
                  <Trash2 aria-hidden /> Delete
                </MenuItem>
              </Menu>
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

function BoundTo({ hosts }: { hosts: readonly string[] }) {
  return (
    <span className="min-w-0 text-xs break-all text-ink-muted">
      only for <span className="font-mono">{hosts.join(", ")}</span>
    </span>
  );
}

function Unreadable() {
  return (
    <Badge tone="danger">
      <TriangleAlert aria-hidden />
      Not readable with the current key
    </Badge>
  );
}
