import type { ReactNode } from "react";
import { SessionWatch } from "../accounts/session-watch";
import { CommandsProvider } from "./commands";
import { MobileBar } from "./mobile-bar";
import { OpenNotice } from "./open-notice";
import { ShellDialogs } from "./shell-dialogs";
import { Sidebar } from "./sidebar";

/** The frame of every page: a way past the navigation, the navigation, the page, and what opens above any page. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <CommandsProvider>
      <OpenNotice />
      <div className="isolate flex min-h-[calc(100dvh-var(--notice))] flex-col md:flex-row">
        <a
          href="#content"
          className="fixed top-2 left-2 z-40 -translate-y-16 rounded-md bg-accent px-3 py-1.5 text-sm font-medium text-on-solid focus-visible:translate-y-0"
        >
          Skip to the content
        </a>
        <Sidebar />
        <MobileBar />
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-4 py-5 outline-none sm:px-6 lg:px-8">
          <div className="mx-auto max-w-[88rem]">{children}</div>
        </main>
      </div>
      <ShellDialogs />
      <SessionWatch />
    </CommandsProvider>
  );
}
