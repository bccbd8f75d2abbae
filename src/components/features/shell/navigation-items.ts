"use client";
import {
  BookOpen,
  History,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  MailWarning,
  RectangleEllipsis,
  ScrollText,
  Users,
  Workflow,
} from "lucide-react";
import { useIdentity } from "@/components/access/identity";
import { refusalOf } from "@/components/access/refusal-of";
import type { Identity } from "@/contracts/accounts";
import type { PolicyName } from "@/contracts/policy";

export interface NavigationItem {
  href: string;
  label: string;
  icon: LucideIcon;
  /** the key that goes there after `g` */
  key?: string;
  /** what it is made of: not there for who may not see any of it */
  shows?: PolicyName;
  /** there is nothing of it without accounts */
  withAccounts?: true;
}

/** Where one can go: in the navigation, in the palette and by keys, in this order. */
const navigationItems: readonly NavigationItem[] = [
  { href: "/", label: "Dashboard", icon: LayoutDashboard, key: "d" },
  { href: "/workflows", label: "Workflows", icon: Workflow, key: "w" },
  { href: "/runs", label: "Runs", icon: History, key: "r" },
  { href: "/dead-letters", label: "Dead letters", icon: MailWarning, key: "l" },
  { href: "/secrets", label: "Secrets", icon: KeyRound, key: "s" },
  { href: "/users", label: "Users", icon: Users, key: "u", shows: "users.list", withAccounts: true },
  { href: "/keys", label: "API keys", icon: RectangleEllipsis, key: "k", shows: "apiKeys.list", withAccounts: true },
  { href: "/audit", label: "Audit log", icon: ScrollText, key: "t", shows: "audit.list" },
  { href: "/docs/api", label: "REST API", icon: BookOpen, key: "a" },
];

function navigationFor(identity: Pick<Identity, "mode" | "role">): NavigationItem[] {
  return navigationItems.filter(
    ({ shows, withAccounts }) =>
      (!withAccounts || identity.mode === "accounts") &&
      (shows === undefined || refusalOf(identity, shows) === undefined),
  );
}

export function useNavigationItems(): NavigationItem[] {
  return navigationFor(useIdentity());
}
