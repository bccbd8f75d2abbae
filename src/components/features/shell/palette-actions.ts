"use client";
import { Clock, FileUp, Keyboard, LockKeyhole, LogOut, type LucideIcon, MonitorX, Play, Plus } from "lucide-react";
import { useIdentity, useRefusal } from "@/components/access/identity";
import { useSignOut } from "@/components/features/accounts/use-sign-out";
import { useNavigate } from "@/components/navigation/navigate";
import { usePreference } from "@/components/preferences/preferences-provider";
import { themeOptions } from "@/components/preferences/theme-toggle";
import { type ShellDialog, useCommands } from "./commands";
import { useNavigationItems } from "./navigation-items";

export interface PaletteAction {
  id: string;
  label: string;
  icon: LucideIcon;
  /** other words by which it is looked for */
  words?: string;
  /** why whoever sits here may not do this */
  refusal?: string | undefined;
  run: () => void;
}

/** What the palette offers by itself, before anything is asked of the server. */
export function usePaletteActions(): { name: string; actions: PaletteAction[] }[] {
  const navigate = useNavigate();
  const { open, close } = useCommands();
  const items = useNavigationItems();
  const { mode } = useIdentity();
  const signOut = useSignOut();
  const creating = useRefusal("workflows.save");
  const triggering = useRefusal("runs.trigger");
  const importing = useRefusal("workflows.import");
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
          refusal: creating,
          run: () => open({ kind: "new-workflow" }),
        },
        {
          id: "trigger",
          label: "Trigger a workflow…",
          icon: Play,
          words: "run start execute",
          refusal: triggering,
          run: () => open({ kind: "choose-workflow" }),
        },
        {
          id: "import",
          label: "Import a workflow",
          icon: FileUp,
          words: "file json upload",
          refusal: importing,
          run: () => open({ kind: "import-workflow" }),
        },
      ],
    },
    {
      name: "Go to",
      actions: items.map(({ href, label, icon }) => ({
        id: href,
        label,
        icon,
        words: "go open page",
        run: settled(() => navigate(href)),
      })),
    },
    ...(mode === "accounts" ? [{ name: "Account", actions: accountActions(open, settled(signOut)) }] : []),
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

function accountActions(open: (dialog: ShellDialog) => void, signOut: () => void): PaletteAction[] {
  return [
    {
      id: "change-password",
      label: "Change password",
      icon: LockKeyhole,
      words: "account",
      run: () => open({ kind: "change-password" }),
    },
    { id: "sign-out", label: "Sign out", icon: LogOut, words: "account log off leave", run: signOut },
    {
      id: "sign-out-everywhere",
      label: "Sign out everywhere",
      icon: MonitorX,
      words: "account log off sessions",
      run: () => open({ kind: "sign-out-everywhere" }),
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
