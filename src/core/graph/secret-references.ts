import { compileConfig } from "../config";
import type { Definition } from "../definition";

export interface SecretReference {
  key: string;
  nodeId: string;
}

/** Each secret that a definition's nodes read, once a node, in the order of the nodes. */
export function secretReferences({ nodes }: Definition): SecretReference[] {
  return nodes.flatMap((node) => compileConfig(node).secretKeys.map((key) => ({ key, nodeId: node.id })));
}
