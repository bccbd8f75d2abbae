"use client";
import { ChevronsDownUp, ChevronsUpDown, Download } from "lucide-react";
import { memo, useMemo, useState } from "react";
import { downloadFile } from "@/components/code/download";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { type Json, parseJson } from "@/core/json";
import { separateBinaries } from "./binary";
import { BinaryFiles } from "./binary-files";
import { fileName } from "./file-name";
import { findInJson, openedWithin } from "./json-rows";
import { JsonSearch } from "./json-search";
import { JsonTree } from "./json-tree";
import { formatSize, shortenText } from "./shorten-text";
import type { TemplateRoot } from "./template-path";
import { type TokenKind, tokenizeJson } from "./tokenize-json";

interface JsonViewProps {
  /** names the value: "Input", "Output of notify" */
  label: string;
  /** the exact JSON; it is what gets copied, and downloaded */
  text: string;
  /** what templates call the value, if they can read it */
  root?: TemplateRoot | undefined;
  className?: string;
}

/** From this length on a value shows its beginning until somebody wants all of it: taking it apart takes a while. */
const bigText = 300_000;
/** As many lines as are opened by themselves, and by "Expand all". */
const firstRows = 80;
const expandedRows = 20_000;

/** User data, shown as the data that it is. It renders again only when its text changes. */
export const JsonView = memo(function JsonView({ label, text, root, className }: JsonViewProps) {
  const [whole, setWhole] = useState(false);
  const isBig = text.length > bigText && !whole;
  const json = useMemo(() => (isBig ? undefined : parsed(text)), [isBig, text]);
  return (
    <section aria-label={label} className={cn("overflow-hidden rounded-md border bg-subtle", className)}>
      {json ? (
        <Explorer key={text} label={label} text={text} json={json.value} root={root} />
      ) : (
        <>
          <Header label={label} text={text} />
          <Preview text={text} />
          {isBig ? (
            <footer className="flex flex-wrap items-center justify-between gap-2 border-t px-3 py-1.5 text-xs text-ink-muted">
              <span>Only the beginning of {formatSize(text.length)} is shown.</span>
              <Button size="small" onClick={() => setWhole(true)}>
                Show all
              </Button>
            </footer>
          ) : null}
        </>
      )}
    </section>
  );
});

/** undefined: deeper than the parser goes; the text itself is still the truth. */
function parsed(text: string): { value: Json } | undefined {
  try {
    return { value: parseJson(text) };
  } catch {
    return undefined;
  }
}

interface ExplorerProps extends Pick<JsonViewProps, "label" | "text" | "root"> {
  json: Json;
}

function Explorer({ label, text, json, root }: ExplorerProps) {
  const { value, binaries } = useMemo(() => separateBinaries(json), [json]);
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => openedWithin(value, firstRows));
  const [search, setSearch] = useState("");
  const [current, setCurrent] = useState(0);
  const hits = useMemo(() => findInJson(value, search), [value, search]);
  const isTree = typeof value === "object" && value !== null;
  return (
    <>
      <Header label={label} text={text}>
        {isTree ? (
          <>
            <JsonSearch
              what={label.toLowerCase()}
              search={search}
              onSearch={(next) => {
                setSearch(next);
                setCurrent(0);
              }}
              hits={hits.length}
              current={current}
              onStep={(by) => setCurrent((current + by + hits.length) % Math.max(1, hits.length))}
            />
            <Button
              variant="ghost"
              size="small-icon"
              aria-label="Expand all"
              title="Expand all"
              onClick={() => setOpened(openedWithin(value, expandedRows))}
            >
              <ChevronsUpDown aria-hidden />
            </Button>
            <Button
              variant="ghost"
              size="small-icon"
              aria-label="Collapse all"
              title="Collapse all"
              onClick={() => setOpened(new Set())}
            >
              <ChevronsDownUp aria-hidden />
            </Button>
          </>
        ) : null}
      </Header>
      <BinaryFiles binaries={binaries} />
      <JsonTree
        label={label}
        value={value}
        opened={opened}
        onOpened={setOpened}
        search={search}
        hit={hits[current]}
        root={root}
      />
    </>
  );
}

function Header({ label, text, children }: { label: string; text: string; children?: React.ReactNode }) {
  const what = label.toLowerCase();
  return (
    <header className="flex min-h-8 flex-wrap items-center gap-x-1 border-b pr-1 pl-3">
      <span className="mr-auto min-w-0 truncate py-1 text-xs font-medium text-ink-muted">{label}</span>
      {children}
      <Button
        variant="ghost"
        size="small-icon"
        aria-label={`Download ${what}`}
        title={`Download ${what}`}
        onClick={() => downloadFile(`${fileName(what)}.json`, text)}
      >
        <Download aria-hidden />
      </Button>
      <CopyButton text={text} label={`Copy ${what}`} />
    </header>
  );
}

/** The beginning of a text, as it is. */
function Preview({ text }: { text: string }) {
  const short = useMemo(() => shortenText(text), [text]);
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it
      tabIndex={0}
      className="max-h-96 overflow-auto p-3 font-mono text-xs leading-5 break-words whitespace-pre-wrap focus-visible:-outline-offset-2"
    >
      <Coloured text={short.text} />
    </pre>
  );
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
