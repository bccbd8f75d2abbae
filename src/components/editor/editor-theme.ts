import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { EditorView } from "@uiw/react-codemirror";

/** The editor in the page's own colours: they are variables, so a change of theme needs no new editor. */
const surface = EditorView.theme({
  "&": { backgroundColor: "var(--canvas)", color: "var(--ink)", fontSize: "0.75rem", height: "100%" },
  "&.cm-focused": { outline: "none" },
  // The gutter would cover an outline.
  "&.cm-focused::after": {
    content: '""',
    position: "absolute",
    inset: "0",
    border: "2px solid var(--accent-ink)",
    pointerEvents: "none",
    zIndex: "400",
  },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.25rem" },
  ".cm-content": { caretColor: "var(--ink)", padding: "0.5rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--subtle)", color: "var(--ink-faint)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--hover) 60%, transparent)" },
  "&.cm-focused .cm-activeLineGutter": { color: "var(--ink)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--accent) 28%, transparent)",
  },
  ".cm-selectionMatch": { backgroundColor: "color-mix(in srgb, var(--accent) 14%, transparent)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--pressed)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--danger-soft)", color: "var(--danger-ink)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--hover)", border: "none", color: "var(--ink-muted)" },
  ".cm-panels": { backgroundColor: "var(--subtle)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-panel input, .cm-panel button": { fontSize: "0.75rem" },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    border: "1px solid var(--line)",
    borderRadius: "0.375rem",
    boxShadow: "var(--shadow-popup)",
    maxWidth: "28rem",
  },
  ".cm-diagnostic": { padding: "0.25rem 0.625rem", fontFamily: "var(--font-sans)", overflowWrap: "anywhere" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--danger)" },
  ".cm-diagnostic-warning": { borderLeft: "3px solid var(--warning-ink)" },
  ".cm-lintRange-error": { backgroundImage: "none", borderBottom: "2px solid var(--danger)" },
  ".cm-lintRange-warning": { backgroundImage: "none", borderBottom: "2px solid var(--warning-ink)" },
  ".cm-lintPoint-error:after": { borderBottomColor: "var(--danger)" },
  ".cm-gutter-lint": { width: "1rem" },
  ".cm-lint-marker": { width: "0.5rem", height: "0.5rem", borderRadius: "50%", marginTop: "0.375rem" },
  ".cm-lint-marker-error": { content: "none", backgroundColor: "var(--danger)" },
  ".cm-lint-marker-warning": { content: "none", backgroundColor: "var(--warning-ink)" },
});

const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, color: "var(--syntax-key)" },
    { tag: tags.string, color: "var(--syntax-string)" },
    { tag: tags.number, color: "var(--syntax-number)" },
    { tag: [tags.bool, tags.null], color: "var(--syntax-atom)" },
    { tag: tags.invalid, color: "var(--danger-ink)" },
  ]),
);

export const editorTheme = [surface, colours];
