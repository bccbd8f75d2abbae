"use client";
import { keepPreviousData } from "@tanstack/react-query";
import { Command } from "cmdk";
import { LoaderCircle, Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { errorText } from "@/components/errors/read-error";
import { shortId } from "@/components/features/runs/short-id";
import { useSettled } from "@/components/hooks/use-settled";
import { useNavigate } from "@/components/navigation/navigate";
import { RelativeTime } from "@/components/time/time";
import { statusLooks } from "@/components/ui/status";
import { StatusIcon } from "@/components/ui/status-badge";
import { type SearchResult, searchLimit } from "@/contracts/search";
import { trpc } from "@/trpc/client";
import { useCommands } from "./commands";
import { matchesAction, usePaletteActions } from "./palette-actions";
import { type PaletteMode, paletteFieldStyles, paletteInputStyles, palettePlaceholders } from "./palette-field";

/** How long typing rests before the server is asked. */
const restMs = 120;

interface PaletteContentProps {
  mode: PaletteMode;
  text: string;
  onTextChange: (text: string) => void;
}

/** Lives only while the palette is open, so that each opening starts afresh. */
export function PaletteContent({ mode, text, onTextChange }: PaletteContentProps) {
  const [chosen, setChosen] = useState<string>();
  const asked = useSettled(text.trim(), restMs);
  const isChoosing = mode === "choose-workflow";
  const query = trpc.search.find.useQuery(
    { text: asked.slice(0, 200), ...(isChoosing && { workflow_status: "active" }) },
    { placeholderData: keepPreviousData },
  );
  const groups = usePaletteActions();
  const shown = isChoosing
    ? []
    : groups
        .map(({ name, actions }) => ({ name, actions: actions.filter((action) => matchesAction(action, text)) }))
        .filter(({ actions }) => actions.length > 0);
  const workflows = query.data?.workflows ?? [];
  const runs = query.data?.runs ?? [];
  const isBusy = query.isFetching || asked !== text.trim();
  const foundIds = [...workflows, ...runs].map(({ id }) => id);
  const actionIds = shown.flatMap(({ actions }) => actions.map(({ id }) => id));
  const isEmpty = text.trim() === "";
  const ids = isEmpty ? [...actionIds, ...foundIds] : [...foundIds, ...actionIds];
  // What was chosen stays chosen while results come and go; until something is, it is the first.
  const selected = ids.find((id) => id === chosen) ?? ids[0] ?? "";
  // What was typed names a thing more often than a command.
  const found = <Found workflows={workflows} runs={runs} isChoosing={isChoosing} />;
  const actions = shown.map(({ name, actions }) => (
    <Group key={name} heading={name}>
      {actions.map(({ id, label, icon: Icon, refusal, run }) => (
        <Item key={id} id={id} isRefused={refusal !== undefined} onSelect={run}>
          <Icon aria-hidden className="text-ink-muted" />
          {label}
          {refusal === undefined ? null : <span className="ml-auto text-xs text-ink-muted">{refusal}</span>}
        </Item>
      ))}
    </Group>
  ));
  return (
    <Command label="Search and commands" shouldFilter={false} loop value={selected} onValueChange={setChosen}>
      <div className={paletteFieldStyles}>
        <Search aria-hidden className="size-4 shrink-0 text-ink-muted" />
        <Command.Input
          autoFocus
          value={text}
          onValueChange={(next) => {
            onTextChange(next);
            setChosen(undefined);
          }}
          maxLength={200}
          placeholder={palettePlaceholders[mode]}
          className={paletteInputStyles}
        />
        <LoaderCircle aria-hidden className={`size-4 text-ink-faint ${isBusy ? "animate-spin" : "invisible"}`} />
      </div>
      <Command.List
        label="Results"
        className="max-h-[min(26rem,60vh)] overflow-y-auto overscroll-contain p-1.5 empty:hidden"
      >
        {isEmpty ? (
          <>
            {actions}
            {found}
          </>
        ) : (
          <>
            {found}
            {actions}
          </>
        )}
      </Command.List>
      <p
        role="status"
        className={`px-4 text-sm text-ink-muted ${ids.length === 0 && !isBusy ? "py-6 text-center" : "sr-only"}`}
      >
        {isBusy || query.isError ? "" : describeCount(ids.length, isChoosing, !isEmpty)}
      </p>
      {query.isError ? (
        <p role="alert" className="border-t px-4 py-3 text-sm break-words text-danger-ink">
          Workflows and runs could not be searched. {errorText(query.error)}
        </p>
      ) : null}
    </Command>
  );
}

function describeCount(count: number, isChoosing: boolean, isFiltered: boolean): string {
  if (count > 0) return count === 1 ? "1 result" : `${count} results`;
  if (isChoosing && !isFiltered) return "No workflow is active. Activate one to trigger it.";
  return isChoosing
    ? "No active workflow has such a name or id."
    : "Nothing has such a name or id. Runs are found by their id, its beginning or its end.";
}

function Found({ workflows, runs, isChoosing }: SearchResult & { isChoosing: boolean }) {
  const navigate = useNavigate();
  const { open, close } = useCommands();
  const go = (href: string) => {
    close();
    navigate(href);
  };
  return (
    <>
      {workflows.length > 0 ? (
        <Group heading={workflows.length === searchLimit ? "Workflows, the latest" : "Workflows"}>
          {workflows.map(({ id, name, status }) => (
            <Item
              key={id}
              id={id}
              onSelect={() => (isChoosing ? open({ kind: "trigger", workflowId: id }) : go(`/workflows/${id}`))}
            >
              <StatusIcon status={status} className="text-ink-muted" />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="shrink-0 text-xs text-ink-muted">{statusLooks[status].label}</span>
            </Item>
          ))}
        </Group>
      ) : null}
      {runs.length > 0 ? (
        <Group heading={runs.length === searchLimit ? "Runs, the latest" : "Runs"}>
          {runs.map(({ id, workflow_name, status, created_at }) => (
            <Item key={id} id={id} onSelect={() => go(`/runs/${id}`)}>
              <StatusIcon status={status} className="text-ink-muted" />
              <span className="shrink-0 font-mono text-xs">{shortId(id)}</span>
              <span className="min-w-0 flex-1 truncate">{workflow_name}</span>
              <span className="shrink-0 text-xs text-ink-muted">
                <span className="max-sm:sr-only">{statusLooks[status].label}, </span>
                <RelativeTime at={created_at} within="control" />
              </span>
            </Item>
          ))}
        </Group>
      ) : null}
    </>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-muted"
    >
      {children}
    </Command.Group>
  );
}

interface ItemProps {
  id: string;
  /** it can be chosen, so that one hears why, and does nothing */
  isRefused?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

function Item({ id, isRefused = false, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      value={id}
      {...(!isRefused && { onSelect })}
      aria-disabled={isRefused}
      className="flex min-h-9 cursor-default items-center gap-2.5 rounded px-2.5 text-sm select-none data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {children}
    </Command.Item>
  );
}
