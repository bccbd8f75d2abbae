"use client";
import { Clock, FileUp, Keyboard, type LucideIcon, Play, Plus } from "lucide-react";
import { useNavigate } from "@/components/navigation/navigate";
import { usePreference } from "@/components/preferences/preferences-provider";
import { themeOptions } from "@/components/preferences/theme-toggle";
import { useCommands } from "./commands";
import { navigationItems } from "./navigation-items";

export interface PaletteAction {
  id: string;
  label: string;
  icon: LucideIcon;
  /** other words by which it is looked for */
  words?: string;
  run: () => void;
}

/** What the palette offers by itself, before anything is asked of the server. */
export function usePaletteActions(): { name: string; actions: PaletteAction[] }[] {
  const navigate = useNavigate();
  const { open, close } = useCommands();
  const [zone, chooseZone] = usePreference("zone");
  const [theme, chooseTheme] = usePreference("theme");
  const settled = (act: () => void) => () => {
    close();
    act();
  };
  const otherZone = zone === "UTC" ? "local" : "UTC";
  return [
    {
      name: "Do",
      actions: [
        {
          id: "new",
          label: "New workflow",
          icon: Plus,
          words: "create add",
          run: () => open({ kind: "new-workflow" }),
        },
        {
          id: "trigger",
          label: "Trigger a workflow…",
          icon: Play,
          words: "run start execute",
          run: () => open({ kind: "choose-workflow" }),
        },
        {
          id: "import",
          label: "Import a workflow",
          icon: FileUp,
          words: "file json upload",
          run: () => open({ kind: "import-workflow" }),
        },
      ],
    },
    {
      name: "Go to",
      actions: navigationItems.map(({ href, label, icon }) => ({
        id: href,
        label,
        icon,
        words: "go open page",
        run: settled(() => navigate(href)),
      })),
    },
    {
      name: "Settings",
      actions: [
        ...themeOptions
          .filter(({ value }) => value !== theme)
          .map(({ value, label, icon }) => ({
            id: `theme-${value}`,
            label: value === "system" ? "Theme as the system" : `${label} theme`,
            icon,
            words: "theme appearance mode colour color",
            run: settled(() => chooseTheme(value)),
          })),
        {
          id: "zone",
          label: otherZone === "UTC" ? "Times in UTC" : "Times in the local zone",
          icon: Clock,
          words: "time zone utc local",
          run: settled(() => chooseZone(otherZone)),
        },
        {
          id: "shortcuts",
          label: "Keyboard shortcuts",
          icon: Keyboard,
          words: "help keys",
          run: () => open({ kind: "shortcuts" }),
        },
      ],
    },
  ];
}

/** Every word that was typed begins a word of the action. */
export function matchesAction({ label, words = "" }: PaletteAction, text: string): boolean {
  const known = `${label} ${words}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const typed = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return typed.every((word) => known.some((candidate) => candidate.startsWith(word)));
}
