import { CircleX } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { Run } from "@/contracts/runs";

interface RunErrorBannerProps {
  run: Run;
  onShow: (nodeId: string) => void;
}

/** Why the run failed, in the words of the step that it failed at. */
export function RunErrorBanner({ run, onShow }: RunErrorBannerProps) {
  const { error } = run;
  if (error === null) return null;
  const name = run.steps.find(({ node_id }) => node_id === error.node_id)?.name ?? error.node_id;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border border-danger-line bg-danger-soft px-4 py-3">
      <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-ink" />
      <div className="min-w-0 flex-1 basis-48 text-sm">
        <p className="font-medium break-words text-danger-ink">Failed at “{name}”</p>
        <p className="mt-0.5 line-clamp-4 break-words">
          <code className="font-mono text-xs">{error.code}</code> {error.message}
        </p>
      </div>
      <Button size="small" onClick={() => onShow(error.node_id)}>
        Show the step
      </Button>
    </div>
  );
}
