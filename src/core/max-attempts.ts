import type { z } from "zod";
import { type Node, nodeSchema } from "./definition";
import { toNumber } from "./json";

/**
 * How often a node is tried at most, if it says. Both `max_attempts` of the node and of its config are understood; the
 * node's own comes first.
 */
export function maxAttemptsOf(node: Pick<Node, "max_attempts" | "config">): number | undefined {
  return node.max_attempts ?? toNumber(writtenInConfig(node));
}

/** What is wrong with a `max_attempts` that stands in a config. */
export function checkMaxAttempts(node: Pick<Node, "config">): z.core.$ZodIssue[] {
  return nodeSchema.shape.max_attempts.safeParse(writtenInConfig(node)).error?.issues ?? [];
}

function writtenInConfig({ config }: Pick<Node, "config">): unknown {
  return Object.hasOwn(config, "max_attempts") ? config.max_attempts : undefined;
}
