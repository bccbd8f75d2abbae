"use client";
import { notify, notifyError } from "@/components/ui/toast";
import { trpc } from "@/trpc/client";

interface Named {
  id: string;
  name: string;
}

/** Archive and restore, with what they say and what they make out of date. */
export function useWorkflowActions() {
  const utils = trpc.useUtils();
  const refresh = () => void utils.workflows.invalidate();
  const archive = trpc.workflows.archive.useMutation({ onSettled: refresh });
  const restore = trpc.workflows.restore.useMutation({ onSettled: refresh });

  const restoreWorkflow = async ({ id, name }: Named): Promise<void> => {
    try {
      const restored = await restore.mutateAsync({ id });
      notify(`“${name}” is ${restored.status === "active" ? "active" : "a draft"} again`);
    } catch (error) {
      notifyError(`“${name}” could not be restored`, error);
    }
  };

  const archiveWorkflow = async (workflow: Named): Promise<void> => {
    try {
      await archive.mutateAsync({ id: workflow.id });
      notify(`“${workflow.name}” is archived`, {
        action: { label: "Undo", onClick: () => void restoreWorkflow(workflow) },
      });
    } catch (error) {
      notifyError(`“${workflow.name}” could not be archived`, error);
    }
  };

  return { archiveWorkflow, restoreWorkflow, busy: archive.isPending || restore.isPending };
}
