"use client";
import { Plus } from "lucide-react";
import { type FormEvent, useState, useTransition } from "react";
import { errorText } from "@/components/errors/read-error";
import { useNavigate } from "@/components/navigation/navigate";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogCancel, DialogFooter } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { notify } from "@/components/ui/toast";
import { trpc } from "@/trpc/client";
import { starterEdges, starterNodes } from "./starter-definition";

export function NewWorkflow() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
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
      description="It starts as a draft with a trigger and a log step."
    >
      <NewWorkflowForm />
    </Dialog>
  );
}

/** Lives only while the dialog is open, so that each opening starts afresh. */
function NewWorkflowForm() {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const [name, setName] = useState("");
  const [missing, setMissing] = useState(false);
  const [leaving, startLeaving] = useTransition();
  const save = trpc.workflows.save.useMutation({
    onSuccess: (workflow) => {
      void utils.workflows.list.invalidate();
      notify(`“${workflow.name}” is created`);
      startLeaving(() => navigate(`/workflows/${workflow.id}`));
    },
  });
  const busy = save.isPending || leaving;
  const create = (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === "");
    if (name.trim() !== "" && !busy) save.mutate({ name, nodes: starterNodes, edges: starterEdges });
  };
  const error = missing ? "A workflow needs a name." : save.error ? errorText(save.error) : undefined;
  return (
    <form onSubmit={create} noValidate>
      <DialogBody>
        <Field label="Name" error={error}>
          <Input
            value={name}
            maxLength={200}
            autoComplete="off"
            placeholder="Order intake"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </DialogBody>
      <DialogFooter>
        <DialogCancel />
        <Button type="submit" variant="primary" busy={busy}>
          Create
        </Button>
      </DialogFooter>
    </form>
  );
}
