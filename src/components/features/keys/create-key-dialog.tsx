"use client";
import { useState } from "react";
import { useAppOrigin } from "@/components/code/app-origin";
import { CodeExample } from "@/components/code/code-example";
import { curlCommand } from "@/components/code/curl-command";
import { ShownOnceStep } from "@/components/features/accounts/shown-once-step";
import { Dialog } from "@/components/ui/dialog";
import { type CreatedKey, CreateKeyForm } from "./create-key-form";

/** Makes a key, and shows it this once. */
export function CreateKeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [created, setCreated] = useState<CreatedKey>();
  const close = () => {
    setCreated(undefined);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      disablePointerDismissal={created !== undefined}
      width={created ? "wide" : "normal"}
      title={created ? `“${created.api_key.name}” is made` : "New API key"}
      description={
        created
          ? "Copy the key now: it is shown this once. Whoever has it may do what its role may."
          : "What a program may do here, and until when."
      }
    >
      {created ? <NewKey created={created} onDone={close} /> : <CreateKeyForm onCreated={setCreated} />}
    </Dialog>
  );
}

function NewKey({ created: { key, api_key: apiKey }, onDone }: { created: CreatedKey; onDone: () => void }) {
  const origin = useAppOrigin();
  const query = apiKey.workflow_id === null ? "limit=1" : `workflow_id=${apiKey.workflow_id}&limit=1`;
  const command = curlCommand({ url: `${origin}/api/runs?${query}`, headers: [["authorization", `Bearer ${key}`]] });
  return (
    <ShownOnceStep label="API key" text={key} onDone={onDone}>
      <CodeExample label="Try it: the latest run" text={command} />
    </ShownOnceStep>
  );
}
