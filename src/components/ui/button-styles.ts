import { cva } from "class-variance-authority";

/** For buttons, and for links that look like one. */
export const buttonStyles = cva(
  "relative inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors select-none data-disabled:cursor-not-allowed data-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-accent text-on-solid hover:not-data-disabled:bg-accent-strong",
        secondary:
          "border border-line bg-raised text-ink hover:not-data-disabled:bg-hover active:not-data-disabled:bg-pressed data-popup-open:bg-hover",
        ghost:
          "text-ink-muted hover:not-data-disabled:bg-hover hover:not-data-disabled:text-ink data-popup-open:bg-hover data-popup-open:text-ink",
        danger: "bg-danger text-on-solid hover:not-data-disabled:bg-danger-strong",
      },
      size: {
        small: "h-7 px-2.5 text-sm",
        medium: "h-8 px-3 text-sm",
        icon: "size-8",
        "small-icon": "size-7",
      },
    },
    defaultVariants: { variant: "secondary", size: "medium" },
  },
);
