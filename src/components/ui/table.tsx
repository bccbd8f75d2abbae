import type { ComponentProps } from "react";
import { cn } from "./cn";

/** The parts of a table. Below 640 px columns marked `hidden sm:table-cell` step back; what matters stays. */
export function Table({ className, ...props }: ComponentProps<"table">) {
  return (
    <div className="overflow-x-auto rounded-lg border bg-raised">
      <table className={cn("w-full table-fixed border-collapse text-sm", className)} {...props} />
    </div>
  );
}

export function TableHead({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn("h-9 border-b bg-subtle px-3 text-left text-xs font-medium text-ink-muted first:pl-4", className)}
      {...props}
    />
  );
}

export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  return <tr className={cn("relative border-b last:border-b-0 hover:bg-hover", className)} {...props} />;
}

export function TableCell({ className, ...props }: ComponentProps<"td">) {
  return <td className={cn("h-11 px-3 align-middle first:pl-4", className)} {...props} />;
}

/** A link that takes clicks for its whole row; other controls of the row stand above it with `relative z-10`. */
export const rowLinkStyles = "rounded-sm font-medium text-ink after:absolute after:inset-0 hover:underline";
