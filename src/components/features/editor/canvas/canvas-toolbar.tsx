"use client";
import { Panel } from "@xyflow/react";
import { LayoutGrid, type LucideIcon, Plus, Redo2, Undo2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";
import { useEditor } from "../editor-context";

interface CanvasToolbarProps {
  isPaletteOpen: boolean;
  onTogglePalette: () => void;
}

/** What is always at hand on the canvas of a draft. */
export function CanvasToolbar({ isPaletteOpen, onTogglePalette }: CanvasToolbarProps) {
  const editor = useEditor();
  const canEdit = editor.definition !== undefined;
  return (
    <Panel position="top-left" className="m-2! flex gap-0.5 rounded-md border bg-raised p-0.5">
      <Button
        variant="ghost"
        size="small"
        aria-expanded={isPaletteOpen}
        disabled={!canEdit}
        onClick={onTogglePalette}
        className="px-2"
      >
        <Plus aria-hidden /> <span className="max-sm:sr-only">Add node</span>
      </Button>
      <Tool label="Undo" keys="Control+Z" icon={Undo2} disabled={!editor.canUndo} onClick={editor.undo} />
      <Tool label="Redo" keys="Control+Shift+Z" icon={Redo2} disabled={!editor.canRedo} onClick={editor.redo} />
      <Tool label="Lay out all nodes" icon={LayoutGrid} disabled={!canEdit} onClick={editor.layOut} />
    </Panel>
  );
}

interface ToolProps {
  label: string;
  keys?: string;
  icon: LucideIcon;
  disabled: boolean;
  onClick: () => void;
}

function Tool({ label, keys, icon: Icon, disabled, onClick }: ToolProps) {
  return (
    <Tooltip content={keys === undefined ? label : `${label} (${keys})`}>
      <Button
        variant="ghost"
        size="small-icon"
        aria-label={label}
        aria-keyshortcuts={keys}
        disabled={disabled}
        focusableWhenDisabled
        onClick={onClick}
      >
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
}
