import { compileConfig } from "../config";
import type { Definition, Node } from "../definition";
import { nodesBefore } from "./nodes-before";
import { describeReferenceFault } from "./validate-configs";

/** Something that is wrong in one text of a node's config. */
export interface TextProblem {
  /** `config.headers.authorization` */
  path: string;
  /** the offset in that text, from 0 */
  position: number;
  message: string;
}

/** What is wrong in the templates and expressions of one node, each with its place in its text. */
export function textProblems({ nodes, edges }: Definition, node: Node): TextProblem[] {
  const compiled = compileConfig(node);
  const ids = new Set(nodes.map(({ id }) => id));
  const before = nodesBefore(node.id, edges);
  const inTexts = compiled.errors.map(({ path, position, cause }) => ({ path, position, message: cause.message }));
  const inReferences = compiled.references.flatMap(({ path, reference }) => {
    if (reference.kind !== "step") return [];
    const message = describeReferenceFault(node.id, reference.nodeId, ids, before);
    return message === undefined ? [] : [{ path, position: reference.position, message }];
  });
  return [...inTexts, ...inReferences];
}
