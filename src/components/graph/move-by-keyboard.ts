import type { ReactFlowInstance } from "@xyflow/react";
import type { KeyboardEvent } from "react";

/** Below there is room for the controls. */
export const fitOptions = {
  padding: { top: "20px", left: "20px", right: "20px", bottom: "52px" },
  maxZoom: 1,
  minZoom: 0.05,
} as const;

const panStep = 60;
const pans: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [panStep, 0],
  ArrowRight: [-panStep, 0],
  ArrowUp: [0, panStep],
  ArrowDown: [0, -panStep],
};

type Flow = Pick<ReactFlowInstance, "getViewport" | "setViewport" | "zoomIn" | "zoomOut" | "fitView">;

/** Arrows move the view, + and - zoom, 0 shows all; keys with modifiers stay the browser's. */
export function moveByKeyboard(event: KeyboardEvent, flow: Flow): void {
  if (event.metaKey || event.ctrlKey || event.altKey) return;
  const pan = pans[event.key];
  const { x, y, zoom } = flow.getViewport();
  if (pan) void flow.setViewport({ x: x + pan[0], y: y + pan[1], zoom });
  else if (event.key === "+" || event.key === "=") void flow.zoomIn();
  else if (event.key === "-") void flow.zoomOut();
  else if (event.key === "0") void flow.fitView(fitOptions);
  else return;
  event.preventDefault();
}
