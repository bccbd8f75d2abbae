import fc from "fast-check";
import type { Definition, Edge, Node } from "@/core/definition";
import type { JsonObject } from "@/core/json";
import type { NodeType } from "@/core/kinds";

/** A config that fits a type and reads nothing but the payload. */
export function plainConfig(type: NodeType): JsonObject {
  switch (type) {
    case "trigger":
      return {};
    case "condition":
      return { expression: "trigger.flag" };
    case "delay":
      return { seconds: 1 };
    case "http_request":
      return { url: "http://localhost/" };
    case "log":
      return { message: "{{ trigger }}" };
  }
}

const nodeShape = fc.record({
  type: fc.constantFrom<NodeType>("condition", "condition", "delay", "http_request", "log", "log"),
  join: fc.constantFrom("any" as const, "all" as const, undefined),
  sources: fc.array(fc.tuple(fc.nat(), fc.constantFrom("true", "false")), { minLength: 1, maxLength: 4 }),
});

/** A valid definition: the node `n0` is the trigger, and every other node comes after one or more before it. */
export const anyDefinition: fc.Arbitrary<Definition> = fc
  .tuple(fc.array(nodeShape, { minLength: 1, maxLength: 14 }), fc.integer())
  .map(([shapes, seed]) => {
    const nodes: Node[] = [{ id: "n0", type: "trigger", config: {} }];
    const edges = new Map<string, Edge>();
    shapes.forEach(({ type, join, sources }, index) => {
      const id = `n${index + 1}`;
      for (const [choice, branch] of sources) {
        const source = nodes[choice % nodes.length] as Node;
        const edge = { source: source.id, target: id, ...(source.type === "condition" ? { branch } : {}) };
        edges.set(JSON.stringify(edge), edge);
      }
      nodes.push({ id, type, config: plainConfig(type), ...(join ? { join } : {}) });
    });
    return { nodes: shuffled(nodes, seed), edges: shuffled([...edges.values()], seed) };
  });

/** The same items in an order that only the seed decides. */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  return items
    .map((item, index) => ({ item, place: hash(`${seed}:${index}`) }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);
}

/** A whole number from a text, the same each time. */
export function hash(text: string): number {
  let state = 2_166_136_261;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619);
  state = Math.imul(state ^ (state >>> 13), 0x5bd1e995);
  return (state ^ (state >>> 15)) >>> 0;
}
