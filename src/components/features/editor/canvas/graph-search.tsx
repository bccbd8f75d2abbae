"use client";
import { Search } from "lucide-react";
import { type KeyboardEvent, type Ref, useState } from "react";
import { cn } from "@/components/ui/cn";
import { inputStyles } from "@/components/ui/field";
import { useEditor } from "../editor-context";

interface GraphSearchProps {
  inputRef: Ref<HTMLInputElement>;
  /** shows a node that was found */
  onFound: (id: string) => void;
  /** back to the canvas */
  onLeave: () => void;
}

/** Finds nodes by name, id or type; Enter goes from one to the next, Shift+Enter back. */
export function GraphSearch({ inputRef, onFound, onLeave }: GraphSearchProps) {
  const { graph } = useEditor();
  const [words, setWords] = useState("");
  const [at, setAt] = useState(-1);
  const wanted = words.trim().toLowerCase();
  const found =
    wanted === ""
      ? []
      : graph.nodes.filter(({ id, name, type }) => `${id} ${name} ${type}`.toLowerCase().includes(wanted));
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Escape") onLeave();
    if (event.key !== "Enter" || event.nativeEvent.isComposing || found.length === 0) return;
    const next = (at + (event.shiftKey ? -1 : 1) + found.length) % found.length;
    setAt(next);
    const node = found[next];
    if (node) onFound(node.id);
  };
  return (
    <div className="relative w-40 sm:w-44">
      <Search aria-hidden className="pointer-events-none absolute top-1.5 left-2 size-4 text-ink-faint" />
      <input
        ref={inputRef}
        type="search"
        aria-label="Find in the graph"
        placeholder="Find (/)"
        autoComplete="off"
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setAt(-1);
        }}
        onKeyDown={onKeyDown}
        className={cn(inputStyles, "h-7 pr-12 pl-7.5")}
      />
      <span role="status" className="pointer-events-none absolute top-1.5 right-2 text-xs text-ink-muted tabular-nums">
        {wanted === "" ? null : `${found.length === 0 ? 0 : at + 1}/${found.length}`}
      </span>
    </div>
  );
}
