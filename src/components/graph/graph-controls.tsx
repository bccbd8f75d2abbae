"use client";
import { Panel, useReactFlow } from "@xyflow/react";
import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { Button } from "@/components/ui/button";
import { fitOptions } from "./move-by-keyboard";

export function GraphControls() {
  const flow = useReactFlow();
  return (
    <Panel position="bottom-left" className="m-2! flex rounded-md border bg-raised p-0.5">
      <Button variant="ghost" size="small-icon" aria-label="Zoom in" onClick={() => void flow.zoomIn()}>
        <ZoomIn aria-hidden />
      </Button>
      <Button variant="ghost" size="small-icon" aria-label="Zoom out" onClick={() => void flow.zoomOut()}>
        <ZoomOut aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="small-icon"
        aria-label="Show the whole graph"
        onClick={() => void flow.fitView(fitOptions)}
      >
        <Maximize aria-hidden />
      </Button>
    </Panel>
  );
}
