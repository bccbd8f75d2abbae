import { cn } from "./cn";

/** Keeps the place of what is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block rounded bg-pressed motion-safe:animate-pulse", className)} />;
}

/** Stands for the page of one thing until that is there. */
export function DetailSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-7 w-64" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}

export function TableSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div role="status" className="rounded-lg border bg-raised">
      <span className="sr-only">Loading</span>
      <div className="h-9 rounded-t-lg border-b bg-subtle" />
      {Array.from({ length: rows }, (_, index) => `row-${index}`).map((row) => (
        <div key={row} className="flex h-11 items-center gap-6 border-b px-4 last:border-b-0">
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-3.5 w-20" />
          <Skeleton className="ml-auto h-3.5 w-24" />
        </div>
      ))}
    </div>
  );
}
