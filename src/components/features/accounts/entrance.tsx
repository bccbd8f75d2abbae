import type { ReactNode } from "react";
import { Brand } from "@/components/features/shell/brand";
import { ThemeToggle } from "@/components/preferences/theme-toggle";

/** The frame of what one sees before one is known. */
export function Entrance({ children }: { children: ReactNode }) {
  return (
    <div data-entrance className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center justify-between px-4 sm:px-6">
        <Brand />
        <ThemeToggle />
      </header>
      <main className="mx-auto w-full max-w-sm flex-1 px-4 py-8 sm:py-16">
        <div className="rounded-lg border bg-raised p-5 sm:p-6">{children}</div>
      </main>
    </div>
  );
}
