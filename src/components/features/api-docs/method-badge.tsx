import { cn } from "@/components/ui/cn";

const colours: Record<string, string> = {
  GET: "border-accent-line bg-accent-soft text-accent-ink",
  POST: "border-success-line bg-success-soft text-success-ink",
  DELETE: "border-danger-line bg-danger-soft text-danger-ink",
  PUT: "border-warning-line bg-warning-soft text-warning-ink",
  PATCH: "border-warning-line bg-warning-soft text-warning-ink",
};

export function MethodBadge({ method, className }: { method: string; className?: string }) {
  return (
    <span
      className={cn(
        "inline-flex h-5.5 shrink-0 items-center rounded border px-1.5 font-mono text-xs font-semibold",
        colours[method] ?? "border-line bg-subtle text-ink-muted",
        className,
      )}
    >
      {method}
    </span>
  );
}
