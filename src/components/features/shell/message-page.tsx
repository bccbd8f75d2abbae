import Link from "next/link";
import type { ReactNode } from "react";
import { buttonStyles } from "@/components/ui/button-styles";
import { SearchButton } from "./search-button";

interface MessagePageProps {
  title: string;
  children: ReactNode;
  /** where to go on */
  links: readonly { href: string; label: string }[];
  action?: ReactNode;
  /** offers to look for what is not here */
  search?: boolean;
}

/** A page that says what happened instead of the expected one, and leads on. */
export function MessagePage({ title, children, links, action, search = false }: MessagePageProps) {
  return (
    <div className="mx-auto max-w-lg py-16">
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      <div className="mt-2 text-base text-ink-muted">{children}</div>
      {search ? (
        <div className="mt-5">
          <SearchButton />
        </div>
      ) : null}
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
