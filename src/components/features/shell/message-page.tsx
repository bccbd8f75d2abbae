import Link from "next/link";
import type { ReactNode } from "react";
import { buttonStyles } from "@/components/ui/button-styles";

interface MessagePageProps {
  title: string;
  children: ReactNode;
  /** where to go on */
  links: readonly { href: string; label: string }[];
  action?: ReactNode;
}

/** A page that says what happened instead of the expected one, and leads on. */
export function MessagePage({ title, children, links, action }: MessagePageProps) {
  return (
    <div className="mx-auto max-w-lg py-16">
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      <div className="mt-2 text-base text-ink-muted">{children}</div>
      <div className="mt-5 flex flex-wrap gap-2">
        {action}
        {links.map(({ href, label }) => (
          <Link key={href} href={href} className={buttonStyles()}>
            {label}
          </Link>
        ))}
      </div>
    </div>
  );
}
