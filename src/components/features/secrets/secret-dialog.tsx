"use client";
import { type FormEvent, useState } from "react";
import { errorText, readError } from "@/components/errors/read-error";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogCancel, DialogFooter } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { notify } from "@/components/ui/toast";
import { secretKey } from "@/contracts/secrets";
import { trpc } from "@/trpc/client";
import { secretListInput } from "./secret-list-input";

/** A new secret, or a new value for one that is there. */
export type SecretTask = { kind: "create" } | { kind: "replace"; key: string };

interface SecretDialogProps {
  /** undefined: closed */
  task: SecretTask | undefined;
  onClose: () => void;
}

export function SecretDialog({ task, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open={task !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={task?.kind === "replace" ? `Replace ${task.key}` : "New secret"}
      description="The value is stored encrypted and never shown again."
    >
      {task ? <SecretForm task={task} onDone={onClose} /> : null}
    </Dialog>
  );
}

function SecretForm({ task, onDone }: { task: SecretTask; onDone: () => void }) {
  const utils = trpc.useUtils();
  const [key, setKey] = useState(task.kind === "replace" ? task.key : "");
  const [value, setValue] = useState("");
  const [typedHosts, setTypedHosts] = useState<string>();
  const [tried, setTried] = useState(false);
  // Enough to warn of a slip; nothing depends on it.
  const known = utils.secrets.list.getInfiniteData(secretListInput)?.pages.flatMap((page) => page.items) ?? [];
  const stored = known.find((secret) => secret.key === key);
  const willReplace = task.kind === "create" && stored !== undefined;
  const set = trpc.secrets.set.useMutation({
    onSuccess: (secret) => {
      notify(task.kind === "create" && !willReplace ? `${secret.key} is stored` : `${secret.key} has a new value`);
      void utils.secrets.invalidate();
      onDone();
    },
  });
  const problems = set.error ? readError(set.error).problems : [];
  const keyError = tried
    ? (secretKey.safeParse(key).error?.issues[0]?.message ?? problemAt("key", problems))
    : undefined;
  const valueError = tried ? (value === "" ? "A secret needs a value." : problemAt("value", problems)) : undefined;
  const hostsText = typedHosts ?? stored?.hosts.join(", ") ?? "";
  const hostsError = tried ? problems.find(({ path }) => path.startsWith("hosts"))?.message : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!secretKey.safeParse(key).success || value === "" || set.isPending) return;
    // Untouched, they stay as they are stored, which this page may not know.
    set.mutate({ key, value, ...(typedHosts === undefined ? {} : { hosts: splitHosts(typedHosts) }) });
  };
  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <DialogBody>
        {task.kind === "create" ? (
          <Field
            label="Key"
            error={keyError}
            help={
              willReplace
                ? `${key} exists already: its value will be replaced.`
                : "Capital letters, digits and _, for example HOOK_TOKEN"
            }
          >
            <Input
              value={key}
              maxLength={64}
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
              // People type keys as they speak; the rule asks for capitals.
              onChange={(event) => setKey(event.target.value.toUpperCase().replaceAll(/[\s-]/g, "_"))}
            />
          </Field>
        ) : null}
        <Field label="Value" error={valueError}>
          <Input
            type="password"
            value={value}
            autoComplete="new-password"
            className="font-mono"
            onChange={(event) => setValue(event.target.value)}
          />
        </Field>
        <Field
          label="Only for these hosts"
          error={hostsError}
          help="For example api.example.com. It is sent nowhere else, not even after a redirect. Empty: to any host."
        >
          <Input
            value={hostsText}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            onChange={(event) => setTypedHosts(event.target.value)}
          />
        </Field>
        {set.error && problems.length === 0 ? (
          <p role="alert" className="text-sm break-words text-danger-ink">
            {errorText(set.error)}
          </p>
        ) : null}
      </DialogBody>
      <DialogFooter>
        <DialogCancel />
        <Button type="submit" variant="primary" busy={set.isPending}>
          {task.kind === "replace" || willReplace ? "Replace" : "Create"}
        </Button>
      </DialogFooter>
    </form>
  );
}

const splitHosts = (text: string): string[] => text.split(/[\s,]+/).filter((entry) => entry !== "");

function problemAt(path: string, problems: readonly { path: string; message: string }[]): string | undefined {
  return problems.find((problem) => problem.path === path)?.message;
}
