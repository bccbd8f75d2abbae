"use client";
import { Dialog } from "@base-ui/react/dialog";
import dynamic from "next/dynamic";
import { cn } from "@/components/ui/cn";
import { LatePart, loadPatiently } from "@/components/ui/late-part";
import { openLayer } from "@/components/ui/open-layer";
import { backdropStyles, popupStyles } from "@/components/ui/popup-styles";
import { Skeleton } from "@/components/ui/skeleton";
import { useCommands } from "./commands";

/** Comes with its library when it is opened for the first time; pages do not wait for it. */
const PaletteContent = dynamic(
  () => loadPatiently(() => import("./palette-content")).then((module) => module.PaletteContent),
  { ssr: false, loading: () => <Skeleton className="m-3 h-8" /> },
);

/** Search and commands: everything that one can go to or do from anywhere. */
export function Palette() {
  const { dialog, close } = useCommands();
  const isChoosing = dialog?.kind === "choose-workflow";
  const isOpen = isChoosing || dialog?.kind === "palette";
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) close();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropStyles} />
        <Dialog.Viewport className="fixed inset-0 z-50 grid items-start justify-items-center overflow-hidden p-3 sm:pt-[12vh]">
          <Dialog.Popup {...openLayer} className={cn(popupStyles, "w-full max-w-xl overflow-hidden")}>
            <Dialog.Title className="sr-only">
              {isChoosing ? "Choose a workflow to trigger" : "Search and commands"}
            </Dialog.Title>
            <LatePart what="The search">
              <PaletteContent key={dialog?.kind} mode={isChoosing ? "choose-workflow" : "all"} />
            </LatePart>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
