"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { PendingHint } from "@/components/ui/pending-hint";
import { Tooltip } from "@/components/ui/tooltip";
import { type NavigationItem, useNavigationItems } from "./navigation-items";

interface NavigationProps {
  /** icons only; each says its name on hover and to those who listen */
  folded?: boolean;
  onNavigate?: () => void;
}

export function Navigation({ folded = false, onNavigate }: NavigationProps) {
  const pathname = usePathname();
  const items = useNavigationItems();
  return (
    <nav aria-label="Main">
      <ul className="flex flex-col gap-0.5">
        {items.map((item) => {
          const isHere = pathname === item.href || pathname.startsWith(`${item.href}/`);
          const link = <NavigationLink item={item} isHere={isHere} folded={folded} onNavigate={onNavigate} />;
          return (
            <li key={item.href}>
              {folded ? (
                <Tooltip content={item.label} side="right">
                  {link}
                </Tooltip>
              ) : (
                link
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

interface NavigationLinkProps extends Omit<React.ComponentProps<typeof Link>, "href" | "onNavigate"> {
  item: NavigationItem;
  isHere: boolean;
  folded: boolean;
  onNavigate: (() => void) | undefined;
}

function NavigationLink({ item, isHere, folded, onNavigate, ...props }: NavigationLinkProps) {
  const { href, label, icon: Icon } = item;
  return (
    <Link
      {...props}
      href={href}
      aria-current={isHere ? "page" : undefined}
      {...(onNavigate && { onNavigate })}
      className={cn(
        "relative flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium text-ink-muted hover:bg-hover hover:text-ink",
        isHere && "bg-pressed text-ink hover:bg-pressed",
        folded && "w-8 justify-center px-0",
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className={folded ? "sr-only" : undefined}>{label}</span>
      {folded ? null : <PendingHint className="ml-auto" />}
    </Link>
  );
}
