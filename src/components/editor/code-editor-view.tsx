"use client";
import { json } from "@codemirror/lang-json";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import CodeMirror, { EditorView, type Extension } from "@uiw/react-codemirror";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useNonce } from "@/components/csp-nonce";
import { editorTheme } from "./editor-theme";
import type { CodeEditorProps, EditorMark, EditorPlace } from "./editor-types";
import { locateJson, type TextRange } from "./locate-json";

const noMarks: readonly EditorMark[] = [];

/** Tab leaves the editor, as everywhere on the page; a new line is indented by itself. */
const basicSetup = { foldGutter: false, autocompletion: false, highlightSelectionMatches: false } as const;

export function CodeEditorView({
  label,
  value,
  onChange,
  readOnly = false,
  marks = noMarks,
  onReady,
  autoFocus = false,
}: CodeEditorProps) {
  const [view, setView] = useState<EditorView>();
  const nonce = useNonce();
  const extensions = useMemo(() => {
    // A content that scrolls must be reachable by keyboard, and checkers look for the attribute.
    const attributes: Record<string, string> = { "aria-label": label, tabindex: "0" };
    if (readOnly) attributes["aria-readonly"] = "true";
    const list: Extension[] = [
      json(),
      editorTheme,
      lintGutter(),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of(attributes),
    ];
    if (nonce) list.push(EditorView.cspNonce.of(nonce));
    return list;
  }, [label, readOnly, nonce]);

  useEffect(() => {
    if (view) view.dispatch(setDiagnostics(view.state, toDiagnostics(marks, view.state.doc.toString())));
  }, [view, marks]);

  // Lines were measured in the fallback font if the editor was here before its own.
  useEffect(() => {
    if (!view) return;
    const measure = () => view.requestMeasure();
    document.fonts.addEventListener("loadingdone", measure);
    return () => document.fonts.removeEventListener("loadingdone", measure);
  }, [view]);

  const announce = useEffectEvent((mounted: EditorView) => {
    onReady?.({ reveal: (place) => reveal(mounted, place) });
  });
  useEffect(() => {
    if (view) announce(view);
  }, [view]);

  return (
    <CodeMirror
      className="h-full"
      height="100%"
      theme="none"
      value={value}
      readOnly={readOnly}
      indentWithTab={false}
      basicSetup={basicSetup}
      extensions={extensions}
      autoFocus={autoFocus}
      onCreateEditor={setView}
      {...(onChange && { onChange: (text: string) => onChange(text) })}
    />
  );
}

function toDiagnostics(marks: readonly EditorMark[], text: string): Diagnostic[] {
  return marks
    .map(({ place, message, severity }) => ({ ...findPlace(text, place), message, severity }))
    .sort((one, other) => one.from - other.from);
}

function findPlace(text: string, place: EditorPlace): TextRange {
  if ("path" in place) return locateJson(text, place.path);
  const from = Math.min(place.offset, text.length);
  return { from, to: Math.min(from + 1, text.length) };
}

function reveal(view: EditorView, place: EditorPlace): void {
  const { from, to } = findPlace(view.state.doc.toString(), place);
  view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  view.focus();
}
