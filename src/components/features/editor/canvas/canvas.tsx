"use client";
import dynamic from "next/dynamic";
import { drawableNodes } from "@/components/graph/read-graph";
import { LatePart, loadPatiently } from "@/components/ui/late-part";
import { useEditor } from "../editor-context";
import type { FlowCanvasProps } from "./flow-canvas";

const Late = dynamic<FlowCanvasProps>(
  () => loadPatiently(() => import("./flow-canvas")).then((module) => module.FlowCanvas),
  {
    ssr: false,
    loading: () => <div role="status" className="size-full bg-subtle" aria-label="Loading the graph" />,
  },
);

/** The canvas, loaded after the page; it fills the place that its surroundings give it. */
export function EditorCanvas(props: FlowCanvasProps) {
  const { graph } = useEditor();
  if (graph.nodes.length > drawableNodes) {
    return (
      <p className="grid size-full place-items-center bg-subtle p-6 text-center text-sm text-ink-muted">
        {graph.nodes.length} nodes are too many to draw. The outline shows them all.
      </p>
    );
  }
  return (
    <LatePart what="The graph">
      <Late {...props} />
    </LatePart>
  );
}
