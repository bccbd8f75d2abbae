"use client";
import { createContext, useContext } from "react";
import type { PickerAnchor } from "../picker-popover";

/** What an edge's own buttons ask for. One object for as long as possible, so that no edge is drawn again for it. */
export interface CanvasActions {
  /** where the buttons are drawn: above all edges */
  layer: Element;
  insertInto(edgeId: string, anchor: PickerAnchor): void;
  removeEdge(edgeId: string): void;
}

const Actions = createContext<CanvasActions | undefined>(undefined);

export const CanvasActionsProvider = Actions.Provider;

/** undefined where the graph is only looked at, or is too small for buttons */
export function useCanvasActions(): CanvasActions | undefined {
  return useContext(Actions);
}
