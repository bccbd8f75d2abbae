"use client";
import { useMemo } from "react";
import { cn } from "@/components/ui/cn";
import type { Workflow } from "@/contracts/workflows";
import { DefinitionSource } from "./definition-source";
import { diffLines, shortenDiff } from "./diff-lines";
import type { DraftContent } from "./draft-store";

const looks = {
  same: { sign: " ", word: "", className: "text-ink-muted" },
  mine: { sign: "+", word: "only in yours: ", className: "bg-success-soft text-success-ink" },
  theirs: { sign: "−", word: "only in theirs: ", className: "bg-danger-soft text-danger-ink" },
} as const;

/** What the stored version and one's own differ in: name, description and definition, line by line. */
export function VersionDiff({ theirs, mine }: { theirs: Workflow; mine: DraftContent }) {
  const lines = useMemo(() => {
    const stored = { ...theirs, source: DefinitionSource.ofWorkflow(theirs) };
    return shortenDiff(diffLines(print(stored), print(mine)));
  }, [theirs, mine]);
  return (
    <section aria-label="Their version and yours" className="overflow-hidden rounded-md border bg-subtle">
      <p className="border-b px-3 py-1.5 text-xs text-ink-muted">
        <span className="text-danger-ink">− only in theirs</span> ·{" "}
        <span className="text-success-ink">+ only in yours</span>
      </p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it
        tabIndex={0}
        className="max-h-72 overflow-auto py-1 font-mono text-xs leading-5 focus-visible:-outline-offset-2"
      >
        {lines.map((line, index) =>
          line.kind === "gap" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and do not move
            <span key={index} className="block px-3 text-ink-faint">
              … {line.count} equal {line.count === 1 ? "line" : "lines"}
            </span>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and do not move
            <span key={index} className={cn("block px-3 break-words whitespace-pre-wrap", looks[line.kind].className)}>
              <span aria-hidden>{looks[line.kind].sign} </span>
              <span className="sr-only">{looks[line.kind].word}</span>
              {line.text}
            </span>
          ),
        )}
      </pre>
    </section>
  );
}

function print({ name, description, source }: DraftContent): string {
  return `name: ${name}\ndescription: ${description}\n${source.text}`;
}
