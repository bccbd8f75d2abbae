"use client";
import { Download } from "lucide-react";
import { memo, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { type Json, parseJson } from "@/core/json";
import { type Binary, decodeBase64, separateBinaries } from "./binary";
import { formatJson } from "./format-json";
import { formatSize, shortenText } from "./shorten-text";
import { type TokenKind, tokenizeJson } from "./tokenize-json";

interface JsonViewProps {
  /** names the value: "Input", "Output of notify" */
  label: string;
  /** the exact JSON; it is what gets copied */
  text: string;
  className?: string;
}

/** User data, printed for reading and shown as the text that it is. It renders again only when that text changes. */
export const JsonView = memo(function JsonView({ label, text, className }: JsonViewProps) {
  const [all, setAll] = useState(false);
  const { printed, binaries } = useMemo(() => prepare(text), [text]);
  const short = useMemo(() => shortenText(printed), [printed]);
  const shown = all ? printed : short.text;
  return (
    <section aria-label={label} className={cn("overflow-hidden rounded-md border bg-subtle", className)}>
      <header className="flex h-8 items-center justify-between border-b pr-1 pl-3">
        <span className="text-xs font-medium text-ink-muted">{label}</span>
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </header>
      {binaries.map((binary) => (
        <BinaryFile key={binary.path} binary={binary} />
      ))}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it
        tabIndex={0}
        className="max-h-96 overflow-auto p-3 font-mono text-xs leading-5 break-words whitespace-pre-wrap focus-visible:-outline-offset-2"
      >
        {/* Colour helps in what one reads; a megabyte of it would only take time. */}
        {all && short.cut ? shown : <Coloured text={shown} />}
      </pre>
      {short.cut ? (
        <footer className="flex items-center justify-between border-t px-3 py-1.5 text-xs text-ink-muted">
          <span>{all ? "All of it is shown." : "Only the beginning is shown."}</span>
          <Button size="small" variant="ghost" onClick={() => setAll(!all)}>
            {all ? "Show less" : `Show all (${formatSize(printed.length)})`}
          </Button>
        </footer>
      ) : null}
    </section>
  );
});

function prepare(text: string): { printed: string; binaries: Binary[] } {
  let json: Json;
  try {
    json = parseJson(text);
  } catch {
    // Deeper than the parser goes: the text itself is still the truth.
    return { printed: text, binaries: [] };
  }
  const { value, binaries } = separateBinaries(json);
  return { printed: formatJson(value), binaries };
}

const tokenColours: Record<TokenKind, string | undefined> = {
  key: "text-syntax-key",
  string: "text-syntax-string",
  number: "text-syntax-number",
  atom: "text-syntax-atom",
  text: undefined,
};

function Coloured({ text }: { text: string }) {
  return tokenizeJson(text).map((token) => {
    const colour = tokenColours[token.kind];
    return colour ? (
      <span key={token.at} className={colour}>
        {token.text}
      </span>
    ) : (
      token.text
    );
  });
}

function BinaryFile({ binary }: { binary: Binary }) {
  return (
    <div className="flex items-center gap-3 border-b px-3 py-1.5 text-xs">
      <span className="min-w-0 flex-1 break-words">
        {binary.path ? <code className="font-mono">{binary.path}</code> : "The value"} is binary: {binary.contentType},{" "}
        {formatSize(binary.size)}
      </span>
      <Button size="small" onClick={() => download(binary)}>
        <Download aria-hidden />
        Download
      </Button>
    </div>
  );
}

/** Hands the bytes over as a file, never as a page: whatever they are, they do not run here. */
function download(binary: Binary): void {
  const bytes = decodeBase64(binary.data);
  if (bytes === undefined) return;
  const address = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${binary.path.replaceAll(/[^\w-]+/g, "-") || "output"}.${fileExtension(binary.contentType)}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function fileExtension(contentType: string): string {
  const subtype = /^[\w.-]+\/(?:x-)?([\w-]{1,10})/.exec(contentType)?.[1];
  return subtype === undefined || subtype === "octet-stream" ? "bin" : subtype;
}
