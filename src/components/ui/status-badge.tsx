import { Badge } from "./badge";
import { cn } from "./cn";
import { type Status, statusLooks } from "./status";

export function StatusBadge({ status, className }: { status: Status; className?: string }) {
  const { label, tone } = statusLooks[status];
  return (
    <Badge tone={tone} {...(className ? { className } : {})}>
      <StatusIcon status={status} />
      {label}
    </Badge>
  );
}

/** The icon alone, for places that write the status beside it or name it themselves. */
export function StatusIcon({ status, className }: { status: Status; className?: string }) {
  const { icon: Icon, turning } = statusLooks[status];
  return <Icon aria-hidden className={cn(turning && "motion-safe:animate-spin", className)} />;
}
