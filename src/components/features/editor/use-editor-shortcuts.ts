"use client";
import { useEffect, useEffectEvent } from "react";
import { isCovered, isEditable } from "./is-editable";
import type { GraphEditor } from "./use-graph-editor";

/**
 * Undo, redo, copy, cut and paste of nodes, wherever on the page the focus is, but in a text, where they are the text's
 * own. The browser's clipboard events are used, so that nodes travel between tabs and workflows without asking for leave.
 */
export function useEditorShortcuts(editor: GraphEditor): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || event.altKey || isEditable(event.target) || isCovered(event.target))
      return;
    const key = event.key.toLowerCase();
    const isRedo = key === "y" || (key === "z" && event.shiftKey);
    if (isRedo && editor.canRedo) editor.redo();
    else if (key === "z" && !event.shiftKey && editor.canUndo) editor.undo();
    else return;
    event.preventDefault();
  });
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    if (!concernsNodes(event) || window.getSelection()?.isCollapsed === false) return;
    const ids = editor.selection;
    const text = editor.copy(ids);
    if (text === undefined) return;
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    if (event.type === "cut") editor.remove(ids);
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (!concernsNodes(event)) return;
    if (editor.paste(event.clipboardData?.getData("text/plain") ?? "")) event.preventDefault();
  });
  useEffect(() => {
    const copy = (event: ClipboardEvent) => onCopy(event);
    const paste = (event: ClipboardEvent) => onPaste(event);
    const keyDown = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", keyDown);
    document.addEventListener("copy", copy);
    document.addEventListener("cut", copy);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("keydown", keyDown);
      document.removeEventListener("copy", copy);
      document.removeEventListener("cut", copy);
      document.removeEventListener("paste", paste);
    };
  }, []);
}

function concernsNodes(event: ClipboardEvent): boolean {
  return !isEditable(event.target) && !isCovered(event.target);
}
