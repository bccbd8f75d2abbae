"use client";
import { ArrowDown, ArrowUp, Copy, Plus, Settings2, Trash2, TriangleAlert } from "lucide-react";
import { type KeyboardEvent, useEffect, useReducer, useRef, useState } from "react";
import { nodeLook } from "@/components/graph/node-look";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { Status } from "@/components/ui/status";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Node } from "@/core/definition";
import { reorderNode } from "@/core/graph/edit/change-nodes";
import { useEditor } from "../editor-context";
import type { NewPlace } from "../graph-actions";
import { type PickerAnchor, PickerPopover } from "../picker-popover";
import { useFocusSettings } from "../settings-focus";

interface OutlineProps {
  statuses: ReadonlyMap<string, Status> | undefined;
}

/** The same graph as a list, in which everything can be done by keyboard. */
export function Outline({ statuses }: OutlineProps) {
  const editor = useEditor();
  const focusSettings = useFocusSettings();
  const [asking, setAsking] = useState<{ anchor: PickerAnchor; where: NewPlace; title: string }>();
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const wanted = useRef<string>(undefined);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const { nodes } = editor.shown;
  const canEdit = editor.definition !== undefined;

  const rowOf = (id: string) => list.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`);
  /** The row is drawn first: it may be new, or at another place. */
  const focusRow = (id: string) => {
    wanted.current = id;
    drawAgain();
  };
  useEffect(() => {
    const row = wanted.current === undefined ? undefined : rowOf(wanted.current);
    if (!row) return;
    wanted.current = undefined;
    row.focus();
  });
  const reorder = (id: string, by: number) => {
    const index = nodes.findIndex((node) => node.id === id);
    const to = index + by;
    if (index === -1 || to < 0 || to >= nodes.length) return;
    editor.change((definition) => reorderNode(definition, id, to));
    editor.announce(`“${editor.nameOf(id)}” is now at ${to + 1} of ${nodes.length}`);
    focusRow(id);
  };
  const remove = (id: string, index: number) => {
    editor.remove(new Set([id]));
    const neighbour = nodes[index + 1] ?? nodes[index - 1];
    if (neighbour) focusRow(neighbour.id);
    else addButton.current?.focus();
  };

  return (
    <div className="flex size-full flex-col overflow-y-auto">
      <div className="flex items-center gap-2 border-b px-3 py-2">
        <Button
          ref={addButton}
          size="small"
          disabled={!canEdit}
          onClick={(event) =>
            setAsking({ anchor: event.currentTarget, where: { kind: "anywhere" }, title: "Add a node" })
          }
        >
          <Plus aria-hidden /> Add node
        </Button>
        <p className="text-xs text-ink-muted">
          {nodes.length === 0
            ? "There are no nodes yet."
            : "Arrows go through the list; Alt with an arrow moves a node."}
        </p>
      </div>
      <ol ref={list} aria-label="Nodes" className="flex flex-col divide-y">
        {nodes.map((node, index) => (
          <OutlineRow
            // An invalid definition can hold an id twice.
            key={`${node.id} ${nodes.findIndex(({ id }) => id === node.id) === index ? "" : index}`}
            node={node}
            index={index}
            status={statuses?.get(node.id)}
            onFocusRow={focusRow}
            onReorder={(by) => reorder(node.id, by)}
            onRemove={() => remove(node.id, index)}
            onAddAfter={(anchor) =>
              setAsking({
                anchor,
                where: { kind: "after", nodeId: node.id },
                title: `Add after ${editor.nameOf(node.id)}`,
              })
            }
            onConfigure={() => {
              editor.select([node.id]);
              focusSettings(node.id);
            }}
          />
        ))}
      </ol>
      <PickerPopover
        anchor={asking?.anchor}
        title={asking?.title ?? ""}
        onClose={() => setAsking(undefined)}
        onPick={(type) => {
          const id = asking && editor.addNode(type, asking.where);
          return () => (id === undefined ? null : rowOf(id));
        }}
      />
    </div>
  );
}

interface OutlineRowProps {
  node: Node;
  index: number;
  status: Status | undefined;
  onFocusRow: (id: string) => void;
  onReorder: (by: number) => void;
  onRemove: () => void;
  onAddAfter: (anchor: PickerAnchor) => void;
  onConfigure: () => void;
}

function OutlineRow({
  node,
  index,
  status,
  onFocusRow,
  onReorder,
  onRemove,
  onAddAfter,
  onConfigure,
}: OutlineRowProps) {
  const editor = useEditor();
  const { nodes, edges } = editor.shown;
  const { label, icon: Icon } = nodeLook(node.type);
  const name = editor.nameOf(node.id);
  const problems = editor.problemsOf.get(node.id) ?? [];
  const isSelected = editor.selection.has(node.id);
  const canEdit = editor.definition !== undefined;
  const leads = edges
    .filter(({ source }) => source === node.id)
    .map(({ target, branch }) => (branch === undefined ? "" : `${branch}: `) + editor.nameOf(target));

  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by !== 0 && event.altKey && canEdit) onReorder(by);
    else if (by !== 0 && !event.altKey) onFocusRow(nodes[index + by]?.id ?? node.id);
    else if ((event.key === "Delete" || event.key === "Backspace") && canEdit) onRemove();
    else return;
    event.preventDefault();
  };

  return (
    <li className={cn("flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2", isSelected && "bg-accent-soft")}>
      <button
        type="button"
        data-node={node.id}
        aria-pressed={isSelected}
        onClick={() => editor.select([node.id])}
        onKeyDown={onKeyDown}
        className="flex min-w-0 flex-1 basis-56 items-start gap-2.5 rounded-md text-left"
      >
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 text-sm font-medium break-words">
            {name}
            {problems.length > 0 ? (
              <span className="flex items-center gap-1 text-xs font-medium text-danger-ink">
                <TriangleAlert aria-hidden className="size-3.5" />
                {problems.length === 1 ? "1 problem" : `${problems.length} problems`}
              </span>
            ) : null}
          </span>
          <span className="block text-xs break-words text-ink-muted">
            {label}
            {name === node.id ? null : ` · ${node.id}`}
            {leads.length > 0 ? ` · leads to ${leads.join(", ")}` : null}
          </span>
        </span>
      </button>
      {status ? <StatusBadge status={status} /> : null}
      <span className="flex shrink-0 items-center gap-0.5">
        <RowTool label={`Settings of ${name}`} icon={Settings2} onClick={onConfigure} />
        {canEdit ? (
          <>
            <RowTool label={`Add after ${name}`} icon={Plus} onClick={(element) => onAddAfter(element)} />
            <RowTool label={`Move ${name} up`} icon={ArrowUp} disabled={index === 0} onClick={() => onReorder(-1)} />
            <RowTool
              label={`Move ${name} down`}
              icon={ArrowDown}
              disabled={index === nodes.length - 1}
              onClick={() => onReorder(1)}
            />
            <RowTool
              label={`Duplicate ${name}`}
              icon={Copy}
              // A workflow has one.
              disabled={node.type === "trigger"}
              onClick={() => editor.duplicate(new Set([node.id]))}
            />
            <RowTool label={`Delete ${name}`} icon={Trash2} onClick={onRemove} />
          </>
        ) : null}
      </span>
    </li>
  );
}

interface RowToolProps {
  label: string;
  icon: typeof Plus;
  disabled?: boolean;
  onClick: (element: HTMLElement) => void;
}

function RowTool({ label, icon: Icon, disabled = false, onClick }: RowToolProps) {
  return (
    <Button
      variant="ghost"
      size="small-icon"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={(event) => onClick(event.currentTarget)}
    >
      <Icon aria-hidden />
    </Button>
  );
}
