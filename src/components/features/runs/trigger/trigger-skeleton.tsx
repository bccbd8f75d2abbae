import { Skeleton } from "@/components/ui/skeleton";

/** As high as what it stands for. */
export function TriggerSkeleton() {
  return (
    <div role="status" className="h-104 px-5 pb-5">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-full" />
    </div>
  );
}
