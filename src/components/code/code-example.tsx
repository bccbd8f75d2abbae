import { CopyButton } from "@/components/ui/copy-button";

/** A text to copy: a command, or JSON. */
export function CodeExample({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label} className="overflow-hidden rounded-md border bg-subtle">
      <header className="flex h-8 items-center justify-between border-b pr-1 pl-3">
        <span className="text-xs font-medium text-ink-muted">{label}</span>
        <CopyButton text={text} label={`Copy: ${label}`} />
      </header>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it
        tabIndex={0}
        className="max-h-72 overflow-auto p-3 font-mono text-xs leading-5 break-words whitespace-pre-wrap focus-visible:-outline-offset-2"
      >
        {text}
      </pre>
    </section>
  );
}
