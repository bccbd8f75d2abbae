import { Skeleton } from "@/components/ui/skeleton";

/** Stands for a value that is on its way. */
export function ValueSkeleton() {
  return (
    <div role="status" className="p-3">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-32 w-full" />
    </div>
  );
}
