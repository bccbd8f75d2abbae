import { z } from "zod";
import { isJsonObject, type Json, type JsonObject, toNumber } from "./json";
import { nodeTypes } from "./kinds";
import { describeValue } from "./kinds/describe-value";

/** Limits that keep one definition readable, drawable and quick to walk. */
export const definitionLimits = { nodes: 1_000, edges: 5_000, nameLength: 200 } as const;

export const nodeIdPattern = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

const plainNumber = z.preprocess((value) => toNumber(value) ?? value, z.number("This must be a finite number."));

/** An object without other fields, and the message for what is no object. Other problems keep their own messages. */
function namedObject<Shape extends z.core.$ZodLooseShape>(message: string, shape: Shape) {
  return z.strictObject(shape, { error: ({ code }) => (code === "invalid_type" ? message : undefined) });
}

export const nodeSchema = namedObject("A node is an object with an id and a type.", {
  id: z
    .string("A node needs an id.")
    .regex(nodeIdPattern, "A node id starts with a letter or _ and has at most 64 letters, digits, _ and -."),
  type: z.enum(nodeTypes, {
    error: ({ input }) =>
      input === undefined
        ? `A node needs a type: ${nodeTypes.join(", ")}.`
        : `There is no node type ${typeof input === "string" ? JSON.stringify(input.slice(0, 80)) : describeValue(input)}. The types are ${nodeTypes.join(", ")}.`,
  }),
  name: z
    .string("A node's name is a text.")
    .trim()
    .max(definitionLimits.nameLength, `A node's name has at most ${definitionLimits.nameLength} characters.`)
    .optional(),
  /** fits the type's own schema once the workflow is activated; a draft may leave it incomplete */
  config: z
    .custom<JsonObject>((value) => isJsonObject(value as Json | undefined), "A node's config is an object.")
    .default({}),
  max_attempts: plainNumber
    .pipe(
      z
        .number()
        .int("max_attempts is a whole number.")
        .min(1, "max_attempts is at least 1.")
        .max(100, "max_attempts is at most 100."),
    )
    .optional(),
  /** when a node with several incoming edges runs: at the first that arrives, or once all are decided */
  join: z.enum(["any", "all"], 'join is "any" or "all".').optional(),
  position: namedObject("A node's position is an object with x and y.", { x: plainNumber, y: plainNumber }).optional(),
});

export const edgeSchema = namedObject("An edge is an object with a source and a target.", {
  source: z.string("An edge needs the id of its source node."),
  target: z.string("An edge needs the id of its target node."),
  branch: z.string("An edge's branch is a text.").optional(),
});

export const definitionSchema = namedObject("A definition is an object with nodes and edges.", {
  nodes: z
    .array(nodeSchema, "nodes is a list of nodes.")
    .max(definitionLimits.nodes, `A workflow has at most ${definitionLimits.nodes} nodes.`),
  edges: z
    .array(edgeSchema, "edges is a list of edges.")
    .max(definitionLimits.edges, `A workflow has at most ${definitionLimits.edges} edges.`),
});

export type Node = z.output<typeof nodeSchema>;
export type Edge = z.output<typeof edgeSchema>;
export type Definition = z.output<typeof definitionSchema>;

/** The format of stored definitions; a change that old code cannot read raises it. */
export const definitionFormat = 1;

/** How often a step is tried when its node does not say. */
export const defaultMaxAttempts = 3;
