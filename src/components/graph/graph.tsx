"use client";
import dynamic from "next/dynamic";
import { LatePart, loadPatiently } from "@/components/ui/late-part";
import type { GraphViewProps } from "./graph-types";
import { drawableNodes } from "./read-graph";

const Canvas = dynamic<GraphViewProps>(
  () => loadPatiently(() => import("./graph-canvas")).then((module) => module.GraphCanvas),
  {
    ssr: false,
    loading: () => <div role="status" className="size-full bg-subtle" aria-label="Loading the graph" />,
  },
);

/** Draws a graph; it fills the place that its surroundings give it. */
export function GraphView(props: GraphViewProps) {
  const { nodes } = props.graph;
  if (nodes.length === 0) return <Instead>Nothing to draw yet: the definition has no nodes.</Instead>;
  if (nodes.length > drawableNodes) return <Instead>{nodes.length} nodes are too many to draw.</Instead>;
  return (
    <LatePart what="The graph">
      <Canvas {...props} />
    </LatePart>
  );
}

function Instead({ children }: { children: React.ReactNode }) {
  return (
    <p className="grid size-full place-items-center bg-subtle p-6 text-center text-sm text-ink-muted">{children}</p>
  );
}
