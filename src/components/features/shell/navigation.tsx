"use client";
import { BookOpen, History, KeyRound, type LucideIcon, Workflow } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { PendingHint } from "@/components/ui/pending-hint";

const items: readonly { href: string; label: string; icon: LucideIcon }[] = [
  { href: "/workflows", label: "Workflows", icon: Workflow },
  { href: "/runs", label: "Runs", icon: History },
  { href: "/secrets", label: "Secrets", icon: KeyRound },
  { href: "/docs/api", label: "REST API", icon: BookOpen },
];

export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const pathname = usePathname();
  return (
    <nav aria-label="Main">
      <ul className="flex flex-col gap-0.5">
        {items.map(({ href, label, icon: Icon }) => {
          const isHere = pathname === href || pathname.startsWith(`${href}/`);
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={isHere ? "page" : undefined}
                {...(onNavigate && { onNavigate })}
                className={cn(
                  "flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium text-ink-muted hover:bg-hover hover:text-ink",
                  isHere && "bg-pressed text-ink hover:bg-pressed",
                )}
              >
                <Icon aria-hidden className="size-4 shrink-0" />
                {label}
                <PendingHint className="ml-auto" />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
