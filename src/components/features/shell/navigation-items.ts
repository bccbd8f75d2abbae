import { BookOpen, History, KeyRound, LayoutDashboard, type LucideIcon, MailWarning, Workflow } from "lucide-react";

export interface NavigationItem {
  href: string;
  label: string;
  icon: LucideIcon;
  /** the key that goes there after `g` */
  key?: string;
}

/** Where one can go: in the navigation, in the palette and by keys, in this order. */
export const navigationItems: readonly NavigationItem[] = [
  { href: "/", label: "Dashboard", icon: LayoutDashboard, key: "d" },
  { href: "/workflows", label: "Workflows", icon: Workflow, key: "w" },
  { href: "/runs", label: "Runs", icon: History, key: "r" },
  { href: "/dead-letters", label: "Dead letters", icon: MailWarning, key: "l" },
  { href: "/secrets", label: "Secrets", icon: KeyRound, key: "s" },
  { href: "/docs/api", label: "REST API", icon: BookOpen, key: "a" },
];
