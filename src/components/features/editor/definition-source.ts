import { formatJson } from "@/components/json/format-json";
import type { Workflow } from "@/contracts/workflows";
import { type Definition, definitionSchema } from "@/core/definition";
import { isJsonObject, type Json, type JsonObject } from "@/core/json";
import { type ReadDefinition, readDefinition } from "./read-definition";

/** Stands for a config that was not written, so that none is written where there was none. */
const noConfig: JsonObject = {};

/**
 * One state of a draft's definition, which is edited as a text and as a graph. Each form is made from the other when it is
 * asked for; what an edit does not touch stays as it was written, to the digit. It never changes.
 */
export class DefinitionSource {
  #text: string | undefined;
  #read: ReadDefinition | undefined;
  #editable: Definition | null | undefined;

  private constructor(text: string | undefined, read: ReadDefinition | undefined, editable: Definition | undefined) {
    this.#text = text;
    this.#read = read;
    this.#editable = editable;
  }

  static ofText(text: string): DefinitionSource {
    return new DefinitionSource(text, undefined, undefined);
  }

  static ofWorkflow({ nodes, edges }: Pick<Workflow, "nodes" | "edges">): DefinitionSource {
    return new DefinitionSource(undefined, { ok: true, nodes: nodes.parse(), edges: edges.parse() }, undefined);
  }

  static ofGraph(definition: Definition): DefinitionSource {
    // What is edited came from JSON; fields that are undefined are not printed, and are left out here.
    const nodes = definition.nodes.map((node) => withoutUndefined(node, noConfig)) as Json[];
    const edges = definition.edges.map((edge) => withoutUndefined(edge)) as Json[];
    return new DefinitionSource(undefined, { ok: true, nodes, edges }, definition);
  }

  get text(): string {
    if (this.#text === undefined) {
      const read = this.read;
      this.#text = read.ok ? formatJson({ nodes: read.nodes, edges: read.edges }) : "";
    }
    return this.#text;
  }

  get read(): ReadDefinition {
    this.#read ??= readDefinition(this.#text ?? "");
    return this.#read;
  }

  /**
   * The definition as a graph that can be edited; undefined while the text has a mistake that must be mended there. Its
   * values are those of the JSON: a number that JavaScript would print differently is an ExactNumber, whatever its type says.
   */
  get editable(): Definition | undefined {
    if (this.#editable === undefined) this.#editable = readEditable(this.read) ?? null;
    return this.#editable ?? undefined;
  }

  equals(other: DefinitionSource): boolean {
    return this === other || this.text === other.text;
  }
}

function readEditable(read: ReadDefinition): Definition | undefined {
  if (!read.ok || !definitionSchema.safeParse({ nodes: read.nodes, edges: read.edges }).success) return undefined;
  const nodes = (read.nodes as Json[]).map((node) =>
    isJsonObject(node) && node.config === undefined ? { ...node, config: noConfig } : node,
  );
  // The schema has just accepted them; the parsed copy is not used, because it would not keep every digit.
  return { nodes, edges: read.edges } as unknown as Definition;
}

function withoutUndefined(object: object, absent?: unknown): object {
  const entries = Object.entries(object);
  const kept = entries.filter(([, value]) => value !== undefined && (absent === undefined || value !== absent));
  return kept.length === entries.length ? object : Object.fromEntries(kept);
}
