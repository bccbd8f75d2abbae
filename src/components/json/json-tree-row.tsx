"use client";
import { Braces, ChevronRight, Copy } from "lucide-react";
import type { Ref } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { copyText } from "@/components/ui/copy-button";
import { notify, notifyError } from "@/components/ui/toast";
import { type Json, stringifyJson } from "@/core/json";
import { copiedText, type JsonRow } from "./json-rows";
import { shownLineLength } from "./shorten-text";
import { type TemplateRoot, templatePath } from "./template-path";

interface JsonTreeRowProps {
  row: JsonRow;
  index: number;
  /** the one that the keyboard is at */
  isActive: boolean;
  /** a text too long for its line is shown whole */
  isUnfolded: boolean;
  isHit: boolean;
  search: string;
  root: TemplateRoot | undefined;
  offset: number;
  rowRef: Ref<HTMLDivElement>;
  onToggle: () => void;
  onFocus: () => void;
}

export function JsonTreeRow({
  row,
  index,
  isActive,
  isUnfolded,
  isHit,
  search,
  root,
  offset,
  ...props
}: JsonTreeRowProps) {
  const isOuter = row.size !== undefined && row.size > 0;
  const canUnfold = typeof row.value === "string" && row.value.length > 60;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys of all its rows
    <div
      ref={props.rowRef}
      data-index={index}
      data-row={index}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.neighbours}
      aria-selected={isActive}
      aria-expanded={isOuter ? row.isOpen : undefined}
      tabIndex={isActive ? 0 : -1}
      onFocus={props.onFocus}
      onClick={isOuter || canUnfold ? props.onToggle : undefined}
      className={cn(
        "group absolute inset-x-0 top-0 flex items-start gap-1 rounded-sm pr-1 font-mono text-xs leading-5 focus-visible:-outline-offset-2",
        (isOuter || canUnfold) && "cursor-pointer",
        isHit ? "bg-accent-soft" : "hover:bg-hover",
      )}
      style={{ transform: `translateY(${offset}px)`, paddingLeft: `${0.5 + row.depth}rem` }}
    >
      <ChevronRight
        aria-hidden
        className={cn("mt-0.5 size-4 shrink-0 text-ink-faint", !isOuter && "invisible", row.isOpen && "rotate-90")}
      />
      <span className={cn("min-w-0 flex-1 py-0.5", isUnfolded ? "break-words whitespace-pre-wrap" : "truncate")}>
        {row.name === undefined ? null : (
          <span className="text-syntax-key">
            <Marked text={row.name} search={search} />
            <span className="text-ink-muted">: </span>
          </span>
        )}
        <Value row={row} isUnfolded={isUnfolded} search={search} />
      </span>
      <span
        className={cn(
          "absolute top-0 right-1 flex rounded-sm bg-hover opacity-0 group-focus-within:opacity-100 group-hover:opacity-100",
          isActive && "any-pointer-coarse:opacity-100",
        )}
      >
        <RowButton label="Copy value" isActive={isActive} onCopy={() => copiedText(row.value)}>
          <Copy aria-hidden />
        </RowButton>
        {root ? (
          <RowButton label="Copy path as a template" isActive={isActive} onCopy={() => templatePath(root, row.path)}>
            <Braces aria-hidden />
          </RowButton>
        ) : null}
      </span>
    </div>
  );
}

interface RowButtonProps {
  label: string;
  isActive: boolean;
  onCopy: () => string;
  children: React.ReactNode;
}

function RowButton({ label, isActive, onCopy, children }: RowButtonProps) {
  const copy = async () => {
    const text = onCopy();
    try {
      await copyText(text);
      notify("Copied", { description: text.length > 120 ? `${text.slice(0, 120)}…` : text });
    } catch (error) {
      notifyError("The text could not be copied", error);
    }
  };
  return (
    <Button
      variant="ghost"
      size="small-icon"
      aria-label={label}
      title={label}
      tabIndex={isActive ? 0 : -1}
      className="size-6"
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
    >
      {children}
    </Button>
  );
}

function Value({
  row: { value, size, isOpen },
  isUnfolded,
  search,
}: {
  row: JsonRow;
  isUnfolded: boolean;
  search: string;
}) {
  if (size !== undefined) return <span className="text-ink-muted">{summary(value, size, isOpen)}</span>;
  const text = printed(value, isUnfolded);
  return (
    <span className={colourOf(value)}>
      <Marked text={text} search={search} />
    </span>
  );
}

function summary(value: Json, size: number, isOpen: boolean): string {
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (size === 0) return `${open}${close}`;
  const what = Array.isArray(value) ? (size === 1 ? "item" : "items") : size === 1 ? "key" : "keys";
  return isOpen ? `${size} ${what}` : `${open}…${close} ${size} ${what}`;
}

/** On its own a text shows as it is; on a line, as JSON. */
function printed(value: Json, isUnfolded: boolean): string {
  if (typeof value !== "string") return stringifyJson(value);
  return isUnfolded ? value : stringifyJson(value.slice(0, shownLineLength));
}

function colourOf(value: Json): string {
  if (typeof value === "string") return "text-syntax-string";
  return value === null || typeof value === "boolean" ? "text-syntax-atom" : "text-syntax-number";
}

/** A text with what was searched for marked in it. */
function Marked({ text, search }: { text: string; search: string }) {
  const at = search === "" ? -1 : text.toLowerCase().indexOf(search.toLowerCase());
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-xs bg-warning-line text-ink">{text.slice(at, at + search.length)}</mark>
      {text.slice(at + search.length)}
    </>
  );
}
