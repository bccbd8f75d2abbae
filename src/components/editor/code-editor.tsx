"use client";
import dynamic from "next/dynamic";
import { LatePart, loadPatiently } from "@/components/ui/late-part";
import { Skeleton } from "@/components/ui/skeleton";
import type { CodeEditorProps } from "./editor-types";

const View = dynamic<CodeEditorProps>(
  () => loadPatiently(() => import("./code-editor-view")).then((module) => module.CodeEditorView),
  {
    ssr: false,
    loading: () => (
      <div role="status" className="flex h-full flex-col gap-2.5 p-3">
        <span className="sr-only">Loading the editor</span>
        <Skeleton className="h-3 w-1/3" />
        <Skeleton className="h-3 w-2/3" />
        <Skeleton className="h-3 w-1/2" />
      </div>
    ),
  },
);

/** The JSON editor, loaded only where one is shown. It fills the height that its surroundings give it. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <LatePart what="The editor">
      <View {...props} />
    </LatePart>
  );
}
