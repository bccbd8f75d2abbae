"use client";
import { ChevronsUpDown } from "lucide-react";
import type { ComponentProps } from "react";
import { useIdentity } from "@/components/access/identity";
import { roleWords } from "@/components/features/accounts/role-words";
import { cn } from "@/components/ui/cn";

export interface AccountMenuProps {
  /** initials only */
  folded?: boolean;
  /** told when something of the menu was chosen */
  onChosen?: () => void;
}

/** Who is signed in; opens what they can do about it. */
export function AccountButton({
  folded = false,
  className,
  ...props
}: ComponentProps<"button"> & { folded?: boolean }) {
  const { name, email, role } = useIdentity();
  const shownName = name ?? email ?? "Somebody";
  return (
    <button
      type="button"
      aria-label={`Account: ${shownName}, ${roleWords[role].label}`}
      {...props}
      className={cn(
        "flex items-center gap-2.5 rounded-md text-left text-sm hover:bg-hover data-popup-open:bg-hover",
        folded ? "size-8 justify-center" : "w-full px-1.5 py-1.5",
        className,
      )}
    >
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full border bg-raised text-xs font-semibold text-ink-muted"
      >
        {initialsOf(shownName)}
      </span>
      {folded ? null : (
        <>
          <span className="min-w-0 flex-1">
            <span className="block truncate leading-4 font-medium">{shownName}</span>
            <span className="block text-xs text-ink-muted">{roleWords[role].label}</span>
          </span>
          <ChevronsUpDown aria-hidden className="mr-1 size-3.5 shrink-0 text-ink-faint" />
        </>
      )}
    </button>
  );
}

/** Of the first name and the last. */
function initialsOf(name: string): string {
  const words = name.split(/[\s@]+/).filter((word) => word !== "");
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}
