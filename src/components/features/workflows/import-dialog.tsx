"use client";
import { FileUp } from "lucide-react";
import { useRefusal } from "@/components/access/identity";
import { useCommands } from "@/components/features/shell/commands";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ImportForm } from "./import-form";

export function ImportWorkflow() {
  const { open } = useCommands();
  return (
    <Button refusal={useRefusal("workflows.import")} onClick={() => open({ kind: "import-workflow" })}>
      <FileUp aria-hidden />
      Import
    </Button>
  );
}

export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      width="wide"
      title="Import a workflow"
      description="A file that was exported here or elsewhere. It becomes a new draft; nothing that exists is changed."
    >
      <ImportForm />
    </Dialog>
  );
}
