"use client";
import { Search } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { Key } from "@/components/ui/key";
import { Tooltip } from "@/components/ui/tooltip";
import { useCommands } from "./commands";
import { useModifier } from "./use-modifier";

/** Opens the palette, for those who do not know its keys yet. */
export function SearchButton({ folded = false }: { folded?: boolean }) {
  const { open } = useCommands();
  const modifier = useModifier();
  const button = (
    <button
      type="button"
      aria-label="Search and commands"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={() => open({ kind: "palette" })}
      className={cn(
        "flex h-8 items-center gap-2 rounded-md border bg-raised text-sm text-ink-muted hover:bg-hover hover:text-ink",
        folded ? "w-8 justify-center" : "w-full pr-1.5 pl-2.5",
      )}
    >
      <Search aria-hidden className="size-4 shrink-0" />
      {folded ? null : (
        <>
          <span className="flex-1 text-left">Search</span>
          <span className="flex gap-0.5">
            <Key>{modifier}</Key>
            <Key>K</Key>
          </span>
        </>
      )}
    </button>
  );
  return folded ? (
    <Tooltip content={`Search and commands (${modifier} K)`} side="right">
      {button}
    </Tooltip>
  ) : (
    button
  );
}
