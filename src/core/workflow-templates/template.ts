import type { Definition, Edge, Node } from "../definition";
import type { JsonObject } from "../json";
import type { NodeType } from "../kinds";

/** A workflow to begin with. It runs as it is, against this app's own echo; whoever takes it puts their addresses in. */
export interface WorkflowTemplate {
  /** stable, as in a link */
  id: string;
  name: string;
  description: string;
  /** a payload that shows what it does */
  payload: JsonObject;
  /** keys of the secrets that must exist before it runs */
  secrets: readonly string[];
  definition: Definition;
}

/** The address that stands where one's own comes: it answers what it is sent. */
export const echoUrl = "{{ app.url }}/api/echo";

export function node(id: string, type: NodeType, name: string, config: JsonObject, more: Partial<Node> = {}): Node {
  return { id, type, name, config, ...more };
}

/** `a -> b`, or `a -true-> b` for a branch. */
export function edges(...ways: readonly string[]): Edge[] {
  return ways.map((way) => {
    const [, source = "", branch, target = ""] = /^(\w+) -(?:(\w+)-)?> (\w+)$/.exec(way) ?? [];
    return { source, target, ...(branch !== undefined && { branch }) };
  });
}
