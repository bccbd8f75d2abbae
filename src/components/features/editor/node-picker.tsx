"use client";
import { Search } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { nodeLook } from "@/components/graph/node-look";
import { cn } from "@/components/ui/cn";
import { inputStyles } from "@/components/ui/field";
import { type NodeType, nodeKind, nodeTypes } from "@/core/kinds";
import { useEditor } from "./editor-context";
import { addableTypes } from "./graph-actions";

/** What is dragged from a palette: the type of the node. */
export const draggedNodeType = "application/x-workflow-node-type";

interface NodePickerProps {
  onPick: (type: NodeType) => void;
  autoFocus?: boolean;
  /** a palette's entries can be dragged onto the canvas, too */
  draggable?: boolean;
}

/** Finds a node type by a few letters. The field keeps the focus: arrows choose, Enter takes. */
export function NodePicker({ onPick, autoFocus = false, draggable = false }: NodePickerProps) {
  const { definition } = useEditor();
  const [words, setWords] = useState("");
  const [active, setActive] = useState(0);
  const listId = useId();
  const found = addableTypes(definition, nodeTypes).filter((type) => matches(type, words));
  const current = Math.min(active, found.length - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = found[current];
    if (event.key === "ArrowDown") setActive((current + 1) % Math.max(found.length, 1));
    else if (event.key === "ArrowUp") setActive((current - 1 + found.length) % Math.max(found.length, 1));
    else if (event.key === "Enter" && chosen) onPick(chosen);
    else return;
    event.preventDefault();
  };

  return (
    <div className="flex min-h-0 flex-col gap-1.5">
      <div className="relative">
        <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-faint" />
        <input
          role="combobox"
          aria-label="Find a node type"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={found[current] && `${listId}-${found[current]}`}
          autoComplete="off"
          placeholder="Find a node type"
          // biome-ignore lint/a11y/noAutofocus: a picker that was just asked for is what one types into
          autoFocus={autoFocus}
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          className={cn(inputStyles, "h-8 pl-8")}
        />
      </div>
      <div id={listId} role="listbox" aria-label="Node types" className="flex min-h-0 flex-col overflow-y-auto">
        {found.map((type, index) => (
          <PickerOption
            key={type}
            id={`${listId}-${type}`}
            type={type}
            isActive={index === current}
            draggable={draggable}
            onPick={() => onPick(type)}
          />
        ))}
      </div>
      {found.length === 0 ? <p className="px-2 py-3 text-sm text-ink-muted">No node type matches.</p> : null}
    </div>
  );
}

interface PickerOptionProps {
  id: string;
  type: NodeType;
  isActive: boolean;
  draggable: boolean;
  onPick: () => void;
}

function PickerOption({ id, type, isActive, draggable, onPick }: PickerOptionProps) {
  const { label, icon: Icon } = nodeLook(type);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: it is the active descendant of the field
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      draggable={draggable}
      onDragStart={(event) => {
        event.dataTransfer.setData(draggedNodeType, type);
        event.dataTransfer.effectAllowed = "copy";
      }}
      onMouseDown={(event) => {
        // The focus stays in the field; a drag needs the press, though.
        if (!draggable) event.preventDefault();
      }}
      onClick={onPick}
      className={cn(
        "flex cursor-pointer items-start gap-2.5 rounded-md px-2 py-1.5 text-sm hover:bg-hover",
        draggable && "cursor-grab",
        isActive && "bg-hover",
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
      <span className="min-w-0">
        <span className="block font-medium">{label}</span>
        <span className="block text-xs text-ink-muted">{nodeKind(type).description.replaceAll("`", "")}</span>
      </span>
    </div>
  );
}

function matches(type: NodeType, words: string): boolean {
  const { label, description } = nodeKind(type);
  const text = `${type} ${label} ${description}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
