/** `choose-workflow`: only active workflows, one of which is to be triggered */
export type PaletteMode = "all" | "choose-workflow";

export const palettePlaceholders: Record<PaletteMode, string> = {
  all: "A workflow, a run, or what to do…",
  "choose-workflow": "Which workflow is to be triggered?",
};

/** The field looks the same before and after the palette's library is there. */
export const paletteFieldStyles = "flex items-center gap-2.5 border-b px-3.5";
export const paletteInputStyles =
  "h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-ink-faint any-pointer-coarse:text-lg";
