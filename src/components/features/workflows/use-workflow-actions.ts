"use client";
import { useRefusal } from "@/components/access/identity";
import { downloadFile } from "@/components/code/download";
import { useNavigate } from "@/components/navigation/navigate";
import { notify, notifyError } from "@/components/ui/toast";
import { trpc } from "@/trpc/client";
import { workflowFileName, workflowFileText } from "./workflow-file";

interface Named {
  id: string;
  name: string;
}

/** What can be done with a workflow as a whole: with what each says, and what it makes out of date. */
export function useWorkflowActions() {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const refresh = () => void utils.workflows.invalidate();
  const archive = trpc.workflows.archive.useMutation({ onSettled: refresh });
  const restore = trpc.workflows.restore.useMutation({ onSettled: refresh });
  const duplicate = trpc.workflows.duplicate.useMutation({ onSettled: refresh });

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

  const duplicateWorkflow = async ({ id, name }: Named): Promise<void> => {
    try {
      const copy = await duplicate.mutateAsync({ id });
      notify(`“${copy.name}” is a new draft`);
      navigate(`/workflows/${copy.id}`);
    } catch (error) {
      notifyError(`“${name}” could not be duplicated`, error);
    }
  };

  const exportWorkflow = async ({ id, name }: Named): Promise<void> => {
    try {
      const file = await utils.workflows.export.fetch({ id }, { staleTime: 0 });
      downloadFile(workflowFileName(name), workflowFileText(file));
      notify(`“${name}” is exported`, {
        ...(file.secrets.length > 0 && { description: `Without the values of ${file.secrets.join(", ")}.` }),
      });
    } catch (error) {
      notifyError(`“${name}” could not be exported`, error);
    }
  };

  const refusals = {
    archive: useRefusal("workflows.archive"),
    restore: useRefusal("workflows.restore"),
    duplicate: useRefusal("workflows.duplicate"),
  };
  const busy = archive.isPending || restore.isPending || duplicate.isPending;
  return { archiveWorkflow, restoreWorkflow, duplicateWorkflow, exportWorkflow, refusals, busy };
}
