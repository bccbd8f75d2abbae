"use client";
import type { ReactFlowInstance } from "@xyflow/react";
import type { KeyboardEvent } from "react";
import { moveByKeyboard } from "@/components/graph/move-by-keyboard";
import { isCovered, isEditable } from "../is-editable";
import type { GraphEditor } from "../use-graph-editor";

interface CanvasKeyActions {
  flow: Pick<ReactFlowInstance, "getViewport" | "setViewport" | "zoomIn" | "zoomOut" | "fitView">;
  removeSelected: () => void;
  onFind: () => void;
}

/** Keys on the canvas. In a field that lies on it, and in what an input method composes, they are the text's own. */
export function useCanvasKeys(editor: GraphEditor, { flow, removeSelected, onFind }: CanvasKeyActions) {
  return (event: KeyboardEvent) => {
    if (isEditable(event.target) || isCovered(event.target) || event.nativeEvent.isComposing) return;
    const isCommand = event.metaKey || event.ctrlKey;
    const key = event.key.toLowerCase();
    if ((key === "delete" || key === "backspace") && !isCommand && !event.altKey) removeSelected();
    else if (isCommand && key === "a") editor.select(editor.graph.nodes.map(({ id }) => id));
    else if (isCommand && key === "d") editor.duplicate(editor.selection);
    else if (!isCommand && key === "/") onFind();
    else {
      // React Flow has moved the selected nodes with the arrows already, and says so.
      if (!event.defaultPrevented) moveByKeyboard(event, flow);
      return;
    }
    event.preventDefault();
  };
}
