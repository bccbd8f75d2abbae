"use client";
import { Dialog } from "@base-ui/react/dialog";
import { Menu, X } from "lucide-react";
import { useState } from "react";
import { ThemeToggle } from "@/components/preferences/theme-toggle";
import { ZoneToggle } from "@/components/preferences/zone-toggle";
import { Button } from "@/components/ui/button";
import { backdropStyles } from "@/components/ui/popup-styles";
import { Brand } from "./brand";
import { Navigation } from "./navigation";

/** What the side bar becomes where there is no room for one. */
export function MobileBar() {
  const [open, setOpen] = useState(false);
  return (
    <header className="sticky top-0 z-30 flex h-12 items-center justify-between border-b bg-canvas px-4 md:hidden">
      <Brand />
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Trigger render={<Button variant="ghost" size="icon" aria-label="Open the menu" className="-mr-2" />}>
          <Menu aria-hidden />
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Backdrop className={backdropStyles} />
          <Dialog.Popup className="fixed inset-y-0 right-0 z-50 flex w-64 max-w-[85vw] flex-col border-l bg-canvas p-3 outline-none transition-transform duration-150 ease-out data-ending-style:translate-x-full data-starting-style:translate-x-full">
            <div className="mb-3 flex items-center justify-between pl-2.5">
              <Dialog.Title className="text-sm font-semibold">Menu</Dialog.Title>
              <Dialog.Close render={<Button variant="ghost" size="icon" aria-label="Close the menu" />}>
                <X aria-hidden />
              </Dialog.Close>
            </div>
            <Navigation onNavigate={() => setOpen(false)} />
            <div className="mt-auto flex flex-wrap gap-2 px-2.5 pb-1">
              <ThemeToggle />
              <ZoneToggle />
            </div>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </header>
  );
}
