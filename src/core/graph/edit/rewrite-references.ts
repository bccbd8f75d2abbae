import type { Node } from "../../definition";
import { type Expression, type Reference, referencesOf } from "../../expression/ast";
import { ExpressionError } from "../../expression/errors";
import { parseExpression } from "../../expression/parse";
import { printSegment } from "../../expression/print";
import { nextToken, type Token } from "../../expression/tokenize";
import { isJsonObject, type Json, type JsonObject } from "../../json";
import { nodeKind } from "../../kinds";
import type { FieldReading } from "../../kinds/kind";
import { isTemplate, parseTemplate, templateReferences } from "../../template";

/** Old node ids and the new ones that take their place. */
export type NewNodeIds = ReadonlyMap<string, string>;

/**
 * A node's config in which every `steps.<old id>` of its templates and expressions names the new id. All else stays as
 * it was written: blanks, quotes, texts that only look like a reference, and texts that do not parse.
 */
export function rewriteReferences({ type, config }: Pick<Node, "type" | "config">, newIds: NewNodeIds): JsonObject {
  const { readings } = nodeKind(type);
  return mapMembers(config, (value, key) => {
    const reading = Object.hasOwn(readings, key) ? readings[key] : undefined;
    return reading === undefined ? value : rewriteField(value, reading, newIds);
  });
}

function rewriteField(value: Json, reading: FieldReading, newIds: NewNodeIds): Json {
  if (typeof value === "string") {
    return rewriteText(value, reading === "expression" ? expressionReferences : ownReferences, newIds);
  }
  if (reading === "expression") return value;
  if (Array.isArray(value)) return value.map((item) => rewriteField(item, reading, newIds));
  return isJsonObject(value) ? mapMembers(value, (member) => rewriteField(member, reading, newIds)) : value;
}

/** fromEntries defines own properties, so a key such as __proto__ is only a key. */
function mapMembers(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}

const expressionReferences = (source: string) => referencesOf(parseExpression(source) satisfies Expression);
const ownReferences = (source: string) => (isTemplate(source) ? templateReferences(parseTemplate(source)) : []);

function rewriteText(source: string, read: (source: string) => Reference[], newIds: NewNodeIds): string {
  // From the end, so that the positions before a change stay right.
  const found = referencesIn(source, read).sort((one, other) => other.position - one.position);
  return found.reduce((text, reference) => {
    const newId = reference.kind === "step" ? newIds.get(reference.nodeId) : undefined;
    return newId === undefined ? text : replaceNodeId(text, reference.position, newId);
  }, source);
}

function referencesIn(source: string, read: (source: string) => Reference[]): Reference[] {
  try {
    return read(source);
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

/** A reference is `steps`, then `.id` or `["id"]`, with blanks anywhere between. */
function replaceNodeId(text: string, position: number, newId: string): string {
  const steps = nextToken(text, position);
  const opening = nextToken(text, steps.end);
  const id = nextToken(text, opening.end);
  const last: Token = opening.text === "[" ? nextToken(text, id.end) : id;
  return text.slice(0, opening.position) + printSegment(newId) + text.slice(last.end);
}
