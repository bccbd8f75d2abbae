"use client";
import { useState } from "react";
import { FormAlert } from "@/components/features/accounts/form-alert";
import { formErrors, readForm } from "@/components/features/accounts/form-values";
import { roleWords } from "@/components/features/accounts/role-words";
import { roleOptions } from "@/components/features/users/role-options";
import { WorkflowPicker } from "@/components/features/workflows/workflow-picker";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogCancel, DialogFooter } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { Labelled } from "@/components/ui/labelled";
import { Select } from "@/components/ui/select";
import type { ApiKey } from "@/contracts/accounts";
import type { Role } from "@/core/roles";
import { trpc } from "@/trpc/client";

export interface CreatedKey {
  api_key: ApiKey;
  key: string;
}

/** How long a key lives; `null` for ever. */
const lifetimes = {
  "7": { label: "7 days", days: 7 },
  "30": { label: "30 days", days: 30 },
  "90": { label: "90 days", days: 90 },
  "365": { label: "A year", days: 365 },
  never: { label: "Until it is revoked", days: null },
} as const;
type Lifetime = keyof typeof lifetimes;
const lifetimeOptions = (["7", "30", "90", "365", "never"] as const).map((value) => ({
  value,
  label: lifetimes[value].label,
}));

const names = ["name"] as const;

/** Lives only while the dialog is open, so that each opening starts afresh. */
export function CreateKeyForm({ onCreated }: { onCreated: (created: CreatedKey) => void }) {
  const utils = trpc.useUtils();
  const [role, setRole] = useState<Role>("viewer");
  const [workflowId, setWorkflowId] = useState<string | null>(null);
  const [lifetime, setLifetime] = useState<Lifetime>("90");
  const create = trpc.apiKeys.create.useMutation({
    onSuccess: onCreated,
    onSettled: () => void utils.apiKeys.list.invalidate(),
  });
  const { fields, rest } = formErrors(create.error, names);
  return (
    <form
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        const values = readForm(event, names);
        if (create.isPending) return;
        create.mutate({ ...values, role, workflow_id: workflowId, expires_in_days: lifetimes[lifetime].days });
      }}
    >
      <DialogBody>
        <Field label="Name" error={fields.name} help="By which you know it later: the program that uses it.">
          <Input name="name" maxLength={100} autoComplete="off" placeholder="Shop" />
        </Field>
        <Labelled label="Role" help={`It can ${roleWords[role].may}`}>
          <Select label="Role" options={roleOptions} value={role} onValueChange={setRole} className="w-full" />
        </Labelled>
        <Labelled label="Workflow" help="With one workflow, it is refused on all others, and on what is about several.">
          <WorkflowPicker label="Workflow" value={workflowId} onValueChange={setWorkflowId} />
        </Labelled>
        <Labelled
          label="Expires"
          help={
            lifetime === "never"
              ? "A key that is lost opens this app until somebody notices. Prefer one that ends."
              : "It stops working by itself. Make another one before that."
          }
        >
          <Select
            label="Expires"
            options={lifetimeOptions}
            value={lifetime}
            onValueChange={setLifetime}
            className="w-full"
          />
        </Labelled>
        <FormAlert text={rest} />
      </DialogBody>
      <DialogFooter>
        <DialogCancel />
        <Button type="submit" variant="primary" busy={create.isPending}>
          Create
        </Button>
      </DialogFooter>
    </form>
  );
}
