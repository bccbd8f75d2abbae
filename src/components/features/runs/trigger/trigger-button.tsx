"use client";
import { Play } from "lucide-react";
import { useState } from "react";
import { useRefusal } from "@/components/access/identity";
import { Button } from "@/components/ui/button";
import type { JsonText } from "@/core/json";
import { TriggerDialog } from "./trigger-dialog";

interface TriggerButtonProps {
  workflow: { id: string; name: string };
  /** the workflow's nodes: what they read of the trigger makes a first payload */
  nodes: JsonText;
}

export function TriggerButton({ workflow, nodes }: TriggerButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" refusal={useRefusal("runs.trigger")} onClick={() => setOpen(true)}>
        <Play aria-hidden />
        Trigger
      </Button>
      <TriggerDialog workflow={workflow} payload={{ from: "suggestion", nodes }} open={open} onOpenChange={setOpen} />
    </>
  );
}
