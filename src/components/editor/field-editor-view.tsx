"use client";
import { autocompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { json } from "@codemirror/lang-json";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import CodeMirror, { EditorView, type Extension, keymap, Prec } from "@uiw/react-codemirror";
import { useEffect, useMemo, useRef, useState } from "react";
import { useNonce } from "@/components/csp-nonce";
import { editorTheme } from "./editor-theme";
import type { FieldEditorProps, FieldMark } from "./field-editor-types";
import { highlight } from "./field-highlight";

const basicSetup = {
  lineNumbers: false,
  foldGutter: false,
  highlightActiveLine: false,
  highlightActiveLineGutter: false,
  highlightSelectionMatches: false,
  autocompletion: false,
  searchKeymap: false,
} as const;

const look = EditorView.theme({
  "&": { height: "auto", borderRadius: "0.375rem" },
  "&.cm-focused::after": { borderRadius: "0.375rem" },
  ".cm-scroller": { maxHeight: "18rem", overflow: "auto" },
  ".cm-content": { padding: "0.3rem 0" },
  ".cm-line": { padding: "0 0.625rem" },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--font-mono)", fontSize: "0.75rem", maxHeight: "14rem" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "0.2rem 0.5rem !important" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent) !important",
    color: "var(--on-solid) !important",
  },
  ".cm-completionDetail": { color: "inherit", opacity: "0.8", fontStyle: "normal" },
});

const noNewLine = Prec.high(keymap.of([{ key: "Enter", run: () => true }]));

/** A field of an inspector, opened: coloured, checked and completed as one types. */
export function FieldEditorView(props: FieldEditorProps) {
  const { label, value, onChange, language, marks, complete, readOnly = false, isLine = false, selection } = props;
  const [view, setView] = useState<EditorView>();
  const nonce = useNonce();
  // The editor is made once; what it asks while one types is answered with what is known by then.
  const asked = useRef(complete);
  useEffect(() => {
    asked.current = complete;
  }, [complete]);

  const describedBy = props.describedBy;
  const extensions = useMemo(() => {
    const attributes: Record<string, string> = { "aria-label": label, tabindex: "0" };
    if (readOnly) attributes["aria-readonly"] = "true";
    if (describedBy) attributes["aria-describedby"] = describedBy;
    const source = ({ state, pos }: CompletionContext): CompletionResult | null => {
      const found = asked.current?.(state.doc.toString(), pos);
      if (!found) return null;
      const options = found.options.map(({ label: text, insert, detail }) => ({
        label: text,
        apply: insert,
        ...(detail !== undefined && { detail }),
      }));
      return { from: found.from, to: found.to, options, filter: false };
    };
    const list: Extension[] = [
      ...(language === "json" ? [json(), highlight("template")] : [highlight(language)]),
      editorTheme,
      look,
      autocompletion({ override: [source], icons: false }),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of(attributes),
    ];
    if (isLine) list.push(noNewLine);
    if (nonce) list.push(EditorView.cspNonce.of(nonce));
    return list;
  }, [label, readOnly, describedBy, language, isLine, nonce]);

  useEffect(() => {
    if (view) view.dispatch(setDiagnostics(view.state, toDiagnostics(marks, view.state.doc.toString())));
  }, [view, marks]);

  const [initial] = useState(() => ({
    anchor: Math.min(selection.anchor, value.length),
    head: Math.min(selection.head, value.length),
  }));
  return (
    <CodeMirror
      theme="none"
      value={value}
      readOnly={readOnly}
      indentWithTab={false}
      basicSetup={basicSetup}
      extensions={extensions}
      autoFocus
      selection={initial}
      onCreateEditor={setView}
      onChange={onChange}
    />
  );
}

/** A mistake reaches from its place to the end of the word there. */
function toDiagnostics(marks: readonly FieldMark[], text: string): Diagnostic[] {
  return marks
    .map(({ position, message }): Diagnostic => {
      const from = Math.min(position, text.length);
      const word = /^[\w$]+|^./.exec(text.slice(from))?.[0].length ?? 0;
      return { from: word === 0 ? Math.max(0, from - 1) : from, to: from + word, message, severity: "error" };
    })
    .sort((one, other) => one.from - other.from);
}
