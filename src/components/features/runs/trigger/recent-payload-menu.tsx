"use client";
import { ChevronDown, History } from "lucide-react";
import { useState } from "react";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { StatusIcon } from "@/components/ui/status-badge";
import { notifyError } from "@/components/ui/toast";
import type { JsonText } from "@/core/json";
import { trpc } from "@/trpc/client";

interface RecentPayloadMenuProps {
  workflowId: string;
  onChoose: (payload: JsonText) => void;
}

/** The payloads that the workflow was triggered with lately, each once. */
export function RecentPayloadMenu({ workflowId, onChoose }: RecentPayloadMenuProps) {
  const utils = trpc.useUtils();
  const items = trpc.workflows.recentPayloads.useQuery({ id: workflowId }).data?.items ?? [];
  const [busy, setBusy] = useState(false);
  const choose = async (runId: string) => {
    setBusy(true);
    try {
      onChoose((await utils.runs.payload.fetch({ id: runId }, { staleTime: Number.POSITIVE_INFINITY })).payload);
    } catch (error) {
      notifyError("The payload could not be loaded", error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      align="start"
      trigger={
        <Button size="small" busy={busy} disabled={items.length === 0} focusableWhenDisabled>
          <History aria-hidden />
          Recent payloads
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {items.map(({ run_id, status, created_at, preview }) => (
        <MenuItem key={run_id} className="max-w-[min(32rem,calc(100vw-3rem))]" onClick={() => void choose(run_id)}>
          <StatusIcon status={status} />
          <span className="w-20 shrink-0 text-xs text-ink-muted">
            <RelativeTime at={created_at} within="control" />
          </span>
          <code className="min-w-0 truncate font-mono text-xs">{preview.replaceAll(/\s+/g, " ")}</code>
        </MenuItem>
      ))}
    </Menu>
  );
}
