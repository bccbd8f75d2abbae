"use client";
import { Keyboard, PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { usePreference } from "@/components/preferences/preferences-provider";
import { ThemeToggle } from "@/components/preferences/theme-toggle";
import { ZoneToggle } from "@/components/preferences/zone-toggle";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Tooltip } from "@/components/ui/tooltip";
import { AccountMenu } from "./account-menu";
import { Brand } from "./brand";
import { useCommands } from "./commands";
import { Navigation } from "./navigation";
import { SearchButton } from "./search-button";

/** The navigation of wide windows: with names, or folded to its icons; the choice is kept. */
export function Sidebar() {
  const [sidebar, choose] = usePreference("sidebar");
  const { open } = useCommands();
  const folded = sidebar === "folded";
  return (
    <aside
      aria-label="Navigation and settings"
      className={cn(
        "sticky top-(--notice) hidden h-[calc(100dvh-var(--notice))] shrink-0 flex-col gap-3 overflow-y-auto border-r bg-subtle py-3 md:flex",
        folded ? "w-14 items-center px-2" : "w-56 px-3",
      )}
    >
      <div className={cn("flex items-center", folded ? "flex-col gap-2" : "h-9 justify-between pl-2.5")}>
        <Brand folded={folded} />
        <Tooltip content={folded ? "Unfold the navigation" : "Fold the navigation"} side="right">
          <Button
            variant="ghost"
            size="small-icon"
            aria-label={folded ? "Unfold the navigation" : "Fold the navigation"}
            aria-expanded={!folded}
            onClick={() => choose(folded ? "open" : "folded")}
          >
            {folded ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
          </Button>
        </Tooltip>
      </div>
      <SearchButton folded={folded} />
      <Navigation folded={folded} />
      <div className={cn("mt-auto flex flex-col gap-2", folded && "items-center")}>
        <AccountMenu folded={folded} />
        {folded ? null : (
          <div className="flex items-center justify-between pl-1 text-xs text-ink-muted">
            Times
            <ZoneToggle />
          </div>
        )}
        <div className={cn("flex items-center justify-between gap-2", folded && "flex-col")}>
          <ThemeToggle vertical={folded} />
          <Tooltip content="Keyboard shortcuts (?)" side="right">
            <Button
              variant="ghost"
              size="small-icon"
              aria-label="Shortcuts"
              onClick={() => open({ kind: "shortcuts" })}
            >
              <Keyboard aria-hidden />
            </Button>
          </Tooltip>
        </div>
      </div>
    </aside>
  );
}
