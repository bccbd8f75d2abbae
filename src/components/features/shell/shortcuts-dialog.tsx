"use client";
import { Switch } from "@base-ui/react/switch";
import { Fragment } from "react";
import { usePreference } from "@/components/preferences/preferences-provider";
import { Dialog, DialogBody } from "@/components/ui/dialog";
import { Key } from "@/components/ui/key";
import { useCommands } from "./commands";
import { useNavigationItems } from "./navigation-items";
import { type Shortcut, shortcutGroups } from "./shortcuts";
import { useModifier } from "./use-modifier";

export function ShortcutsDialog() {
  const { dialog, close } = useCommands();
  const items = useNavigationItems();
  const [characterKeys, choose] = usePreference("character_keys");
  return (
    <Dialog
      open={dialog?.kind === "shortcuts"}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title="Keyboard shortcuts"
    >
      <DialogBody>
        {shortcutGroups(items).map(({ name, single, shortcuts }) => (
          <section key={name} aria-label={name}>
            <div className="mb-1 flex min-h-7 items-center justify-between gap-3 text-xs font-medium text-ink-muted">
              <h3>{name}</h3>
              {single ? (
                <span className="flex items-center gap-2 font-normal">
                  <span id="single-keys">Single keys work</span>
                  <Switch.Root
                    aria-labelledby="single-keys"
                    checked={characterKeys === "on"}
                    onCheckedChange={(on) => choose(on ? "on" : "off")}
                    className="flex h-5 w-9 cursor-pointer rounded-full border border-line-strong bg-pressed p-0.5 data-checked:border-accent data-checked:bg-accent"
                  >
                    <Switch.Thumb className="aspect-square h-full rounded-full bg-ink-muted transition-transform data-checked:translate-x-4 data-checked:bg-on-solid" />
                  </Switch.Root>
                </span>
              ) : null}
            </div>
            <dl className="divide-y rounded-md border">
              {shortcuts.map((shortcut) => (
                <Row key={shortcut.does} shortcut={shortcut} isOff={single === true && characterKeys === "off"} />
              ))}
            </dl>
          </section>
        ))}
      </DialogBody>
    </Dialog>
  );
}

function Row({ shortcut: { keys, does }, isOff }: { shortcut: Shortcut; isOff: boolean }) {
  const modifier = useModifier();
  return (
    <div className="flex items-center justify-between gap-4 px-3 py-1.5 text-sm">
      <dt className={isOff ? "text-ink-faint line-through" : undefined}>{does}</dt>
      <dd className="flex shrink-0 items-center gap-1 text-xs text-ink-muted">
        {keys.map((key, index) => (
          <Fragment key={key}>
            {index > 0 ? "then" : null}
            {key.split("+").map((part) => (
              <Key key={part}>{part === "Mod" ? modifier : part}</Key>
            ))}
          </Fragment>
        ))}
      </dd>
    </div>
  );
}
