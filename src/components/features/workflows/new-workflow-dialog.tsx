"use client";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useRefusal } from "@/components/access/identity";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { LatePart, loadPatiently } from "@/components/ui/late-part";
import { Skeleton } from "@/components/ui/skeleton";

/** With the templates it is a part of its own, so that no page carries them before somebody asks. */
const Form = dynamic(
  () => loadPatiently(() => import("./new-workflow-form")).then((module) => module.NewWorkflowForm),
  {
    ssr: false,
    loading: () => (
      <div role="status" className="h-96 px-5 pb-5">
        <span className="sr-only">Loading</span>
        <Skeleton className="h-full" />
      </div>
    ),
  },
);

export function NewWorkflow() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" refusal={useRefusal("workflows.save")} onClick={() => setOpen(true)}>
        <Plus aria-hidden />
        New workflow
      </Button>
      <NewWorkflowDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}

export function NewWorkflowDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title="New workflow"
      description="It starts as a draft, which you can change and try before it is activated."
      width="wide"
    >
      <LatePart what="The form">
        <Form />
      </LatePart>
    </Dialog>
  );
}
