import type { ReactNode } from "react";
import { ThemeToggle } from "@/components/preferences/theme-toggle";
import { ZoneToggle } from "@/components/preferences/zone-toggle";
import { Brand } from "./brand";
import { MobileBar } from "./mobile-bar";
import { Navigation } from "./navigation";

/** The frame of every page: a way past the navigation, the navigation, and the page. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className="isolate flex min-h-dvh flex-col md:flex-row">
      <a
        href="#content"
        className="fixed top-2 left-2 z-40 -translate-y-16 rounded-md bg-accent px-3 py-1.5 text-sm font-medium text-on-solid focus-visible:translate-y-0"
      >
        Skip to the content
      </a>
      <aside className="sticky top-0 hidden h-dvh w-56 shrink-0 flex-col border-r bg-subtle p-3 md:flex">
        <div className="mb-4 flex h-9 items-center px-2.5">
          <Brand />
        </div>
        <Navigation />
        <div className="mt-auto flex flex-wrap gap-2 px-1">
          <ThemeToggle />
          <ZoneToggle />
        </div>
      </aside>
      <MobileBar />
      <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-4 py-5 outline-none sm:px-6 lg:px-8">
        <div className="mx-auto max-w-[88rem]">{children}</div>
      </main>
    </div>
  );
}
