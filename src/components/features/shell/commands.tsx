"use client";
import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";

/** What is open above the page, whoever asked for it. */
export type ShellDialog =
  | { kind: "palette" }
  | { kind: "choose-workflow" }
  | { kind: "shortcuts" }
  | { kind: "new-workflow" }
  | { kind: "import-workflow" }
  | { kind: "trigger"; workflowId: string }
  | { kind: "change-password" }
  | { kind: "sign-out-everywhere" };

interface Commands {
  dialog: ShellDialog | undefined;
  open: (dialog: ShellDialog) => void;
  close: () => void;
}

const Context = createContext<Commands>({ dialog: undefined, open: () => undefined, close: () => undefined });

/** One dialog at a time: what opens another one closes the one before, and so does going to another page. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const [opened, setOpened] = useState<{ dialog: ShellDialog; pathname: string }>();
  const dialog = opened?.pathname === pathname ? opened.dialog : undefined;
  const close = useCallback(() => setOpened(undefined), []);
  const value = useMemo(
    () => ({ dialog, open: (next: ShellDialog) => setOpened({ dialog: next, pathname }), close }),
    [dialog, pathname, close],
  );
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

export function useCommands(): Commands {
  return useContext(Context);
}
