"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { loadPatiently } from "@/components/ui/late-part";
import { type ShellDialog, useCommands } from "./commands";
import { Palette } from "./palette";
import { useShortcuts } from "./use-shortcuts";

// No page waits for what is not open yet: each of these comes when it is opened for the first time.
const ShortcutsDialog = dynamic(
  () => loadPatiently(() => import("./shortcuts-dialog")).then((module) => module.ShortcutsDialog),
  { ssr: false },
);
const NewWorkflowDialog = dynamic(
  () =>
    loadPatiently(() => import("@/components/features/workflows/new-workflow-dialog")).then(
      (module) => module.NewWorkflowDialog,
    ),
  { ssr: false },
);
const ImportDialog = dynamic(
  () =>
    loadPatiently(() => import("@/components/features/workflows/import-dialog")).then((module) => module.ImportDialog),
  { ssr: false },
);
const TriggerFromAnywhere = dynamic(
  () => loadPatiently(() => import("./trigger-from-anywhere")).then((module) => module.TriggerFromAnywhere),
  { ssr: false },
);

const ChangePasswordDialog = dynamic(
  () =>
    loadPatiently(() => import("@/components/features/accounts/change-password-dialog")).then(
      (module) => module.ChangePasswordDialog,
    ),
  { ssr: false },
);
const SignOutEverywhereDialog = dynamic(
  () =>
    loadPatiently(() => import("@/components/features/accounts/sign-out-everywhere-dialog")).then(
      (module) => module.SignOutEverywhereDialog,
    ),
  { ssr: false },
);

/** What opens above any page. */
export function ShellDialogs() {
  const { dialog, close } = useCommands();
  useShortcuts();
  const wasOpened = useOpenedKinds(dialog?.kind);
  return (
    <>
      <Palette />
      {wasOpened("shortcuts") ? <ShortcutsDialog /> : null}
      {wasOpened("new-workflow") ? <NewWorkflowDialog open={dialog?.kind === "new-workflow"} onClose={close} /> : null}
      {wasOpened("import-workflow") ? <ImportDialog open={dialog?.kind === "import-workflow"} onClose={close} /> : null}
      {wasOpened("trigger") ? <TriggerFromAnywhere /> : null}
      {wasOpened("change-password") ? (
        <ChangePasswordDialog open={dialog?.kind === "change-password"} onClose={close} />
      ) : null}
      {wasOpened("sign-out-everywhere") ? (
        <SignOutEverywhereDialog open={dialog?.kind === "sign-out-everywhere"} onClose={close} />
      ) : null}
    </>
  );
}

/** A dialog that was opened stays, so that it can close as slowly as it opened. */
function useOpenedKinds(kind: ShellDialog["kind"] | undefined): (kind: ShellDialog["kind"]) => boolean {
  const [opened, setOpened] = useState<readonly ShellDialog["kind"][]>([]);
  if (kind !== undefined && !opened.includes(kind)) setOpened([...opened, kind]);
  return (asked) => opened.includes(asked);
}
