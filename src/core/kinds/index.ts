import type { z } from "zod";
import { condition } from "./condition";
import { delay } from "./delay";
import { httpRequest } from "./http-request";
import type { NodeKind } from "./kind";
import { log } from "./log";
import { trigger } from "./trigger";

/** The registry of node types: the one place that knows them all. */
export const nodeKinds = {
  trigger,
  condition,
  delay,
  http_request: httpRequest,
  log,
} as const satisfies Record<string, NodeKind>;

export type NodeType = keyof typeof nodeKinds;

// Object.keys widens to string[]; the registry has just these keys.
export const nodeTypes = Object.keys(nodeKinds) as [NodeType, ...NodeType[]];

/** A node type's config after templates and expressions were evaluated. */
export type RenderedConfig<Type extends NodeType> = z.output<(typeof nodeKinds)[Type]["rendered"]>;

export function nodeKind(type: NodeType): NodeKind {
  return nodeKinds[type];
}

/** Whether a stored node type is a pure one; one that this release does not know is not. */
export function isPureType(type: string): boolean {
  return Object.hasOwn(nodeKinds, type) && nodeKinds[type as NodeType].pure;
}
