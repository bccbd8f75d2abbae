"use client";
import { Dialog } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { cn } from "@/components/ui/cn";
import { LatePart, loadPatiently } from "@/components/ui/late-part";
import { openLayer } from "@/components/ui/open-layer";
import { backdropStyles, popupStyles } from "@/components/ui/popup-styles";
import { useCommands } from "./commands";
import { type PaletteMode, paletteFieldStyles, paletteInputStyles, palettePlaceholders } from "./palette-field";

const loadContent = () => loadPatiently(() => import("./palette-content")).then((module) => module.PaletteContent);

/** Comes with its library once the page is at rest, or when it is opened; pages do not wait for it. */
const PaletteContent = lazy(() => loadContent().then((content) => ({ default: content })));

/** Search and commands: everything that one can go to or do from anywhere. */
export function Palette() {
  const { dialog, close } = useCommands();
  const isChoosing = dialog?.kind === "choose-workflow";
  const isOpen = isChoosing || dialog?.kind === "palette";
  useEffect(() => whenIdle(() => void loadContent().catch(() => undefined)), []);
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
              <OpenPalette key={dialog?.kind} mode={isChoosing ? "choose-workflow" : "all"} />
            </LatePart>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Keeps what is typed while the rest is still on its way. */
function OpenPalette({ mode }: { mode: PaletteMode }) {
  const [text, setText] = useState("");
  return (
    <Suspense
      fallback={
        <div className={paletteFieldStyles}>
          <Search aria-hidden className="size-4 shrink-0 text-ink-muted" />
          <input
            aria-label="Search and commands"
            aria-busy
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder={palettePlaceholders[mode]}
            maxLength={200}
            className={paletteInputStyles}
          />
        </div>
      }
    >
      <PaletteContent mode={mode} text={text} onTextChange={setText} />
    </Suspense>
  );
}

function whenIdle(work: () => void): () => void {
  // Safari knows no idle time.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(work, 2_000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 5_000 });
  return () => cancelIdleCallback(handle);
}
