/** What floats above the page looks the same everywhere. */
export const popupStyles =
  "rounded-lg border bg-raised text-ink shadow-popup outline-none transition-[scale,opacity] duration-100 ease-out data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0";

/** The button that opens a picker, and shows what is chosen. */
export const pickerTriggerStyles =
  "flex h-8 min-w-0 items-center justify-between gap-2 rounded-md border bg-raised pr-2 pl-2.5 text-left text-sm select-none hover:bg-hover data-popup-open:bg-hover";

export const backdropStyles =
  "fixed inset-0 z-50 min-h-dvh bg-black/40 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 dark:bg-black/65";

export const menuItemStyles =
  "flex h-8 cursor-default items-center gap-2 rounded px-2 text-sm outline-none select-none data-disabled:opacity-55 data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0";
