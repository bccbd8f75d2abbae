import { cva, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";
import { cn } from "./cn";

const badgeStyles = cva(
  "inline-flex h-5.5 shrink-0 items-center gap-1 rounded-full border px-2 text-xs font-medium whitespace-nowrap [&_svg]:size-3.5 [&_svg]:shrink-0",
  {
    variants: {
      tone: {
        neutral: "border-line bg-subtle text-ink-muted",
        accent: "border-accent-line bg-accent-soft text-accent-ink",
        success: "border-success-line bg-success-soft text-success-ink",
        warning: "border-warning-line bg-warning-soft text-warning-ink",
        danger: "border-danger-line bg-danger-soft text-danger-ink",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type Tone = NonNullable<VariantProps<typeof badgeStyles>["tone"]>;

export function Badge({ tone, className, children }: { tone?: Tone; className?: string; children: ReactNode }) {
  return <span className={cn(badgeStyles({ tone }), className)}>{children}</span>;
}
