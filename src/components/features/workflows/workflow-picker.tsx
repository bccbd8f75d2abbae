"use client";
import { Combobox } from "@base-ui/react/combobox";
import { keepPreviousData } from "@tanstack/react-query";
import { Check, ChevronsUpDown, Search } from "lucide-react";
import { useState } from "react";
import { useSettled } from "@/components/hooks/use-settled";
import { cn } from "@/components/ui/cn";
import { openLayer } from "@/components/ui/open-layer";
import { menuItemStyles, pickerTriggerStyles, popupStyles } from "@/components/ui/popup-styles";
import { trpc } from "@/trpc/client";
import { workflowChoicesInput } from "./workflow-choices";

/** How long typing rests before the server is asked. */
const restMs = 120;

interface WorkflowPickerProps {
  /** a workflow's id; null: all of them */
  value: string | null;
  onValueChange: (value: string | null) => void;
  /** what the choice is for */
  label?: string;
  className?: string;
}

interface Choice {
  id: string | null;
  name: string;
}

const everything: Choice = { id: null, name: "All workflows" };

/** Chooses one of any number of workflows, by a part of its name: the server searches. */
export function WorkflowPicker(props: WorkflowPickerProps) {
  const { value, onValueChange, label = "Filter by workflow", className } = props;
  const [typed, setTyped] = useState("");
  const search = useSettled(typed.trim(), restMs);
  const found = trpc.workflows.list.useQuery(
    { ...workflowChoicesInput, ...(search && { search: search.slice(0, 200) }) },
    { placeholderData: keepPreviousData },
  );
  const choices: Choice[] = (found.data?.items ?? []).map(({ id, name }) => ({ id, name }));
  const chosen = useChosen(value, choices);
  return (
    <Combobox.Root
      items={search === "" ? [everything, ...choices] : choices}
      value={chosen}
      filter={null}
      itemToStringLabel={({ name }: Choice) => name}
      isItemEqualToValue={(one: Choice, other: Choice) => one.id === other.id}
      onInputValueChange={(text) => setTyped(text)}
      onValueChange={(next) => onValueChange(next?.id ?? null)}
      onOpenChangeComplete={(open) => {
        if (!open) setTyped("");
      }}
    >
      <Combobox.Trigger aria-label={label} className={cn(pickerTriggerStyles, className)}>
        <span className="truncate">
          <Combobox.Value />
        </span>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner className="z-50" sideOffset={4} align="start">
          <Combobox.Popup
            {...openLayer}
            aria-label="Choose a workflow"
            className={cn(popupStyles, "w-72 max-w-[calc(100vw-1.5rem)] min-w-(--anchor-width)")}
          >
            <div className="flex items-center gap-2 border-b px-3">
              <Search aria-hidden className="size-4 shrink-0 text-ink-faint" />
              <Combobox.Input
                placeholder="Search by name"
                aria-label="Search workflows by name"
                className="h-9 w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-ink-faint any-pointer-coarse:text-lg"
              />
            </div>
            <Combobox.Status className="sr-only">{found.isFetching ? "Searching" : null}</Combobox.Status>
            <Combobox.Empty>
              <p className="px-3 py-4 text-sm text-ink-muted">
                {found.isError ? "The workflows could not be loaded." : "No workflow has this in its name."}
              </p>
            </Combobox.Empty>
            <Combobox.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1 empty:p-0">
              {(choice: Choice) => (
                <Combobox.Item key={choice.id ?? "all"} value={choice} className={cn(menuItemStyles, "pr-3")}>
                  <span className="size-4 shrink-0">
                    <Combobox.ItemIndicator>
                      <Check aria-hidden />
                    </Combobox.ItemIndicator>
                  </span>
                  <span className="truncate">{choice.name}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

/** One that is not among the choices is asked for by itself, for its name. */
function useChosen(value: string | null, choices: readonly Choice[]): Choice {
  const known = value === null ? everything : choices.find(({ id }) => id === value);
  const missing = trpc.workflows.get.useQuery(
    { id: value ?? "" },
    { enabled: known === undefined, staleTime: 60_000 },
  ).data;
  return known ?? { id: value, name: missing?.name ?? "One workflow" };
}
