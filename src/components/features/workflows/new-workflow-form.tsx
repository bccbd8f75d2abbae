"use client";
import { type FormEvent, useState, useTransition } from "react";
import { errorText } from "@/components/errors/read-error";
import { useNavigate } from "@/components/navigation/navigate";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogCancel, DialogFooter } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { notify } from "@/components/ui/toast";
import { trpc } from "@/trpc/client";
import { beginnings, TemplateChoice } from "./template-choice";

/** Lives only while the dialog is open, so that each opening starts afresh. */
export function NewWorkflowForm() {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const [name, setName] = useState("");
  const [missing, setMissing] = useState(false);
  const [beginning, setBeginning] = useState(beginnings[0]);
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
    if (name.trim() !== "" && !busy) save.mutate({ name, ...beginning.stored });
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
        <TemplateChoice
          value={beginning.id}
          onValueChange={(id) => setBeginning(beginnings.find((one) => one.id === id) ?? beginnings[0])}
        />
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
