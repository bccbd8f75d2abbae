import { BookOpen, History, KeyRound, type LucideIcon, Workflow } from "lucide-react";

export interface NavigationItem {
  href: string;
  label: string;
  icon: LucideIcon;
  /** the key that goes there after `g` */
  key?: string;
}

/** Where one can go: in the navigation, in the palette and by keys, in this order. */
export const navigationItems: readonly NavigationItem[] = [
  { href: "/workflows", label: "Workflows", icon: Workflow, key: "w" },
  { href: "/runs", label: "Runs", icon: History, key: "r" },
  { href: "/secrets", label: "Secrets", icon: KeyRound, key: "s" },
  { href: "/docs/api", label: "REST API", icon: BookOpen, key: "a" },
];
