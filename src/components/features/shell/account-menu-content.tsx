"use client";
import { LockKeyhole, LogOut, MonitorX } from "lucide-react";
import { useIdentity } from "@/components/access/identity";
import { roleWords } from "@/components/features/accounts/role-words";
import { useSignOut } from "@/components/features/accounts/use-sign-out";
import { Menu, MenuItem } from "@/components/ui/menu";
import { AccountButton, type AccountMenuProps } from "./account-button";
import { useCommands } from "./commands";

/** What somebody can do about being signed in. */
export function AccountMenuContent({ folded = false, onChosen }: AccountMenuProps) {
  const { name, email, role } = useIdentity();
  const { open } = useCommands();
  const signOut = useSignOut();
  const choose = (act: () => void) => () => {
    onChosen?.();
    act();
  };
  return (
    <Menu align="start" trigger={<AccountButton folded={folded} />}>
      <div className="max-w-72 border-b px-2 pt-1 pb-2 text-sm">
        <p className="font-medium break-words">{name}</p>
        <p className="text-xs break-all text-ink-muted">{email}</p>
        <p className="text-xs text-ink-muted">{roleWords[role].label}</p>
      </div>
      <MenuItem className="mt-1" onClick={choose(() => open({ kind: "change-password" }))}>
        <LockKeyhole aria-hidden /> Change password
      </MenuItem>
      <MenuItem onClick={choose(signOut)}>
        <LogOut aria-hidden /> Sign out
      </MenuItem>
      <MenuItem onClick={choose(() => open({ kind: "sign-out-everywhere" }))}>
        <MonitorX aria-hidden /> Sign out everywhere
      </MenuItem>
    </Menu>
  );
}
