"use client";
import { Dialog } from "@base-ui/react/dialog";
import { Menu, Search, X } from "lucide-react";
import { useState } from "react";
import { ThemeToggle } from "@/components/preferences/theme-toggle";
import { ZoneToggle } from "@/components/preferences/zone-toggle";
import { Button } from "@/components/ui/button";
import { openLayer } from "@/components/ui/open-layer";
import { backdropStyles } from "@/components/ui/popup-styles";
import { AccountMenu } from "./account-menu";
import { Brand } from "./brand";
import { useCommands } from "./commands";
import { Navigation } from "./navigation";

/** What the side bar becomes where there is no room for one. */
export function MobileBar() {
  const [open, setOpen] = useState(false);
  const commands = useCommands();
  return (
    <header className="sticky top-(--notice) z-30 flex h-12 items-center justify-between border-b bg-canvas px-4 md:hidden">
      <Brand />
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <div className="-mr-2 flex">
          <Button
            variant="ghost"
            size="icon"
            aria-label="Search and commands"
            aria-haspopup="dialog"
            onClick={() => commands.open({ kind: "palette" })}
          >
            <Search aria-hidden />
          </Button>
          <Dialog.Trigger render={<Button variant="ghost" size="icon" aria-label="Open the menu" />}>
            <Menu aria-hidden />
          </Dialog.Trigger>
        </div>
        <Dialog.Portal>
          <Dialog.Backdrop className={backdropStyles} />
          <Dialog.Popup
            {...openLayer}
            className="fixed inset-y-0 right-0 z-50 flex w-64 max-w-[85vw] flex-col border-l bg-canvas p-3 outline-none transition-transform duration-150 ease-out data-ending-style:translate-x-full data-starting-style:translate-x-full"
          >
            <div className="mb-3 flex items-center justify-between pl-2.5">
              <Dialog.Title className="text-sm font-semibold">Menu</Dialog.Title>
              <Dialog.Close render={<Button variant="ghost" size="icon" aria-label="Close the menu" />}>
                <X aria-hidden />
              </Dialog.Close>
            </div>
            <Navigation onNavigate={() => setOpen(false)} />
            <div className="mt-auto flex flex-col gap-3 pt-3">
              <AccountMenu onChosen={() => setOpen(false)} />
              <div className="flex flex-wrap gap-2 px-2.5 pb-1">
                <ThemeToggle />
                <ZoneToggle />
              </div>
            </div>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </header>
  );
}
