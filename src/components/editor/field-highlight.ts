import {
  Decoration,
  type DecorationSet,
  EditorView,
  type Extension,
  ViewPlugin,
  type ViewUpdate,
} from "@uiw/react-codemirror";
import { expressionSpans, type SpanKind, templateSpans } from "./expression-spans";

const marks = Object.fromEntries(
  (["brace", "name", "word", "constant", "string", "number", "symbol"] as const).map((kind) => [
    kind,
    Decoration.mark({ class: `cm-part-${kind}` }),
  ]),
) as Record<SpanKind, Decoration>;

const colours = EditorView.theme({
  ".cm-part-brace": { color: "var(--accent-ink)", fontWeight: "600" },
  ".cm-part-name": { color: "var(--syntax-key)" },
  ".cm-part-word, .cm-part-constant": { color: "var(--syntax-atom)" },
  ".cm-part-string": { color: "var(--syntax-string)" },
  ".cm-part-number": { color: "var(--syntax-number)" },
});

/** Colours what our own parser reads, by its own tokens. */
export function highlight(language: "expression" | "template"): Extension {
  const decorate = (view: EditorView): DecorationSet => {
    const text = view.state.doc.toString();
    const spans = language === "expression" ? expressionSpans(text) : templateSpans(text);
    return Decoration.set(spans.map(({ from, to, kind }) => marks[kind].range(from, to)));
  };
  const plugin = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = decorate(view);
      }
      update(update: ViewUpdate) {
        if (update.docChanged) this.decorations = decorate(update.view);
      }
    },
    { decorations: (value) => value.decorations },
  );
  return [plugin, colours];
}
