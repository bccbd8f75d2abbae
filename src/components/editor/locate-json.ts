import { jsonLanguage } from "@codemirror/lang-json";
import type { SyntaxNode } from "@lezer/common";

/** A stretch of text, as offsets. */
export interface TextRange {
  from: number;
  to: number;
}

/**
 * Where in a JSON text the value at a path like `nodes.2.config.url` stands. Where the path goes on beyond the text (a
 * field is missing), the nearest value around it answers; a text that is broken further down is still searched.
 */
export function locateJson(text: string, path: string): TextRange {
  let node = jsonLanguage.parser.parse(text).topNode.firstChild;
  if (node === null) return { from: 0, to: text.length };
  let key: SyntaxNode | null = null;
  for (const part of path === "" ? [] : path.split(".")) {
    const next = childAt(node, part, text);
    if (next === null) break;
    node = next.value;
    key = next.key;
  }
  // A long object would colour half the page: its name is enough, or its first line.
  if (isContainer(node)) return key ? range(key) : firstLine(node, text);
  return range(node);
}

/** The parts that a path that may hold dots in its keys could go on with are not guessed: keys with dots end the search. */
function childAt(node: SyntaxNode, part: string, text: string): { key: SyntaxNode | null; value: SyntaxNode } | null {
  if (node.name === "Object") {
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (child.name !== "Property") continue;
      const name = child.getChild("PropertyName");
      const value = child.lastChild;
      if (
        name !== null &&
        value !== null &&
        value.from !== name.from &&
        readKey(text.slice(name.from, name.to)) === part
      ) {
        return { key: name, value };
      }
    }
  }
  if (node.name === "Array" && /^\d+$/.test(part)) {
    let index = Number(part);
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (/^\W+$/.test(child.name) || child.type.isError) continue;
      if (index-- === 0) return { key: null, value: child };
    }
  }
  return null;
}

function readKey(source: string): string {
  try {
    return String(JSON.parse(source));
  } catch {
    return source;
  }
}

function isContainer(node: SyntaxNode): boolean {
  return node.name === "Object" || node.name === "Array";
}

function firstLine(node: SyntaxNode, text: string): TextRange {
  const end = text.indexOf("\n", node.from);
  return { from: node.from, to: end === -1 ? node.to : Math.min(end, node.to) };
}

function range({ from, to }: SyntaxNode): TextRange {
  return { from, to };
}
