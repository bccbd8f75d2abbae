"use client";
import { ImportDialog } from "@/components/features/workflows/import-dialog";
import { NewWorkflowDialog } from "@/components/features/workflows/new-workflow-dialog";
import { useCommands } from "./commands";
import { Palette } from "./palette";
import { ShortcutsDialog } from "./shortcuts-dialog";
import { TriggerFromAnywhere } from "./trigger-from-anywhere";
import { useShortcuts } from "./use-shortcuts";

/** What opens above any page. */
export function ShellDialogs() {
  const { dialog, close } = useCommands();
  useShortcuts();
  return (
    <>
      <Palette />
      <ShortcutsDialog />
      <NewWorkflowDialog open={dialog?.kind === "new-workflow"} onClose={close} />
      <ImportDialog open={dialog?.kind === "import-workflow"} onClose={close} />
      <TriggerFromAnywhere />
    </>
  );
}
