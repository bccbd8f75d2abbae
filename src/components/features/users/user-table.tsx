"use client";
import { Ellipsis, KeyRound, UserCheck, UserX } from "lucide-react";
import { useState } from "react";
import { useIdentity, useRefusal } from "@/components/access/identity";
import { RelativeTime } from "@/components/time/time";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Select } from "@/components/ui/select";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { User } from "@/contracts/accounts";
import { PasswordLinkDialog } from "./password-link-dialog";
import { roleOptions } from "./role-options";
import { useUpdateUser } from "./use-update-user";
import { type UserChange, UserChangeDialog } from "./user-change-dialog";

export function UserTable({ users }: { users: readonly User[] }) {
  const { email: ownEmail } = useIdentity();
  const { update, isChanging, refusal } = useUpdateUser();
  const linkRefusal = useRefusal("users.passwordLink");
  const [linkFor, setLinkFor] = useState<User>();
  const [asking, setAsking] = useState<UserChange>();
  const changeRole = (user: User, role: User["role"]) => {
    if (role === user.role) return;
    // Whoever lowers their own role cannot raise it again.
    if (user.email === ownEmail) setAsking({ kind: "own-role", user, role });
    else update({ id: user.id, role });
  };
  return (
    <>
      <Table>
        <thead>
          <tr>
            <TableHead>Name</TableHead>
            <TableHead className="w-30 sm:w-36">Role</TableHead>
            <TableHead className="hidden w-36 md:table-cell">Last seen</TableHead>
            <TableHead className="hidden w-36 lg:table-cell">Since</TableHead>
            <TableHead className="w-12">
              <span className="sr-only">Actions</span>
            </TableHead>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <TableRow key={user.id}>
              <TableCell className="py-2">
                <div className={cn("min-w-0", user.disabled && "opacity-75")}>
                  <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
                    <span className="min-w-0 truncate font-medium" title={user.name}>
                      {user.name}
                    </span>
                    {user.email === ownEmail ? <Badge>You</Badge> : null}
                    {user.disabled ? <Badge tone="warning">Disabled</Badge> : null}
                  </p>
                  <p className="truncate text-xs text-ink-muted" title={user.email}>
                    {user.email}
                  </p>
                </div>
              </TableCell>
              <TableCell>
                <Select
                  label={`Role of ${user.name}`}
                  options={roleOptions}
                  value={user.role}
                  disabled={refusal !== undefined || isChanging(user.id)}
                  onValueChange={(role) => changeRole(user, role)}
                  className="w-full"
                />
              </TableCell>
              <TableCell className="hidden text-ink-muted md:table-cell">
                {user.last_seen_at === null ? "No session" : <RelativeTime at={user.last_seen_at} />}
              </TableCell>
              <TableCell className="hidden text-ink-muted lg:table-cell">
                <RelativeTime at={user.created_at} />
              </TableCell>
              <TableCell className="px-2!">
                <Menu
                  trigger={
                    <Button
                      variant="ghost"
                      size="small-icon"
                      busy={isChanging(user.id)}
                      aria-label={`Actions for ${user.name}`}
                    >
                      <Ellipsis aria-hidden />
                    </Button>
                  }
                >
                  <MenuItem refusal={linkRefusal} onClick={() => setLinkFor(user)}>
                    <KeyRound aria-hidden /> Password link
                  </MenuItem>
                  {user.disabled ? (
                    <MenuItem refusal={refusal} onClick={() => update({ id: user.id, disabled: false })}>
                      <UserCheck aria-hidden /> Enable
                    </MenuItem>
                  ) : (
                    <MenuItem danger refusal={refusal} onClick={() => setAsking({ kind: "disable", user })}>
                      <UserX aria-hidden /> Disable
                    </MenuItem>
                  )}
                </Menu>
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      <PasswordLinkDialog user={linkFor} onClose={() => setLinkFor(undefined)} />
      <UserChangeDialog change={asking} onClose={() => setAsking(undefined)} onConfirm={update} />
    </>
  );
}
