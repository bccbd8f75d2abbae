import type { NavigationItem } from "./navigation-items";

export interface Shortcut {
  /** pressed one after the other; those of one text with + at once. `Mod` is ⌘ on a Mac and Ctrl elsewhere */
  keys: readonly string[];
  does: string;
}

export interface ShortcutGroup {
  name: string;
  /** one key without Ctrl, Alt or ⌘; these can be switched off */
  single?: boolean;
  shortcuts: readonly Shortcut[];
}

/** Every shortcut, as the dialog shows them. */
export const shortcutGroups = (navigationItems: readonly NavigationItem[]): readonly ShortcutGroup[] => [
  {
    name: "Everywhere",
    shortcuts: [
      { keys: ["Mod+K"], does: "Search and commands" },
      { keys: ["Escape"], does: "Close what is open" },
    ],
  },
  { name: "While editing a draft", shortcuts: [{ keys: ["Mod+S"], does: "Save" }] },
  {
    name: "With single keys",
    single: true,
    shortcuts: [
      { keys: ["?"], does: "Show the shortcuts" },
      { keys: ["/"], does: "Search the list" },
      ...navigationItems.flatMap(({ key, label }) =>
        key === undefined ? [] : [{ keys: ["G", key.toUpperCase()], does: `Go to ${label}` }],
      ),
    ],
  },
];
