"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { GraphEditor } from "./use-graph-editor";

const Editor = createContext<GraphEditor | undefined>(undefined);

export function EditorProvider({ editor, children }: { editor: GraphEditor; children: ReactNode }) {
  return <Editor.Provider value={editor}>{children}</Editor.Provider>;
}

export function useEditor(): GraphEditor {
  const editor = useContext(Editor);
  if (!editor) throw new Error("This part belongs into an EditorProvider.");
  return editor;
}
