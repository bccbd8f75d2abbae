"use client";
import { createContext, useContext } from "react";
import type { Node } from "@/core/definition";
import { type Completion, completeExpression, completeTemplate } from "@/core/expression/complete";
import { nodesBefore } from "@/core/graph/nodes-before";
import type { TextProblem } from "@/core/graph/text-problems";
import type { Json, JsonObject } from "@/core/json";
import { nodeKind } from "@/core/kinds";
import type { FieldReading } from "@/core/kinds/kind";
import type { GraphEditor } from "../use-graph-editor";
import type { PreviewData } from "../use-preview-data";

/** The node that an inspector shows, and what its fields need to know. */
export interface InspectedNode {
  node: Node;
  readOnly: boolean;
  preview: PreviewData;
  textProblems: readonly TextProblem[];
  /** problems of one config field, in words */
  messagesOf(key: string): readonly string[];
  setConfig(key: string, value: Json | undefined): void;
  unfinished(key: string): string | undefined;
  setUnfinished(key: string, text: string | undefined): void;
  complete(reading: FieldReading | undefined): (text: string, offset: number) => Completion | undefined;
}

const Inspected = createContext<InspectedNode | undefined>(undefined);

export const InspectedNodeProvider = Inspected.Provider;

export function useInspectedNode(): InspectedNode {
  const inspected = useContext(Inspected);
  if (!inspected) throw new Error("This part belongs into an inspector.");
  return inspected;
}

export function inspect(
  editor: GraphEditor,
  node: Node,
  preview: PreviewData,
  textProblems: readonly TextProblem[],
): InspectedNode {
  const problems = editor.problemsOf.get(node.id) ?? [];
  const unfinishedKey = (key: string) => `${node.id} ${key}`;
  return {
    node,
    readOnly: editor.definition === undefined,
    preview,
    textProblems,
    messagesOf: (key) => {
      const path = new RegExp(`^nodes\\.\\d+\\.config\\.${key}(\\.|$)`);
      return [...new Set(problems.filter((problem) => path.test(problem.path)).map(({ message }) => message))];
    },
    setConfig: (key, value) =>
      editor.change(
        (definition) => ({
          ...definition,
          nodes: definition.nodes.map((one) =>
            one.id === node.id ? { ...one, config: withValue(one.config, key, value) } : one,
          ),
        }),
        `${node.id} ${key}`,
      ),
    unfinished: (key) => editor.unfinished.get(unfinishedKey(key)),
    setUnfinished: (key, text) => editor.setUnfinished(unfinishedKey(key), text),
    complete: (reading) => {
      const before = nodesBefore(node.id, editor.shown.edges);
      const steps = new Map(
        editor.shown.nodes
          .filter(({ id }) => before.has(id))
          .map(({ id, type }) => [id, type === "trigger" ? (preview.trigger ?? undefined) : preview.outputs.get(id)]),
      );
      const secretKeys = reading === "secret-template" || reading === "secret-body" ? preview.secretKeys : undefined;
      const data = { trigger: preview.trigger, steps, secretKeys };
      return (text, offset) =>
        reading === "expression" ? completeExpression(text, offset, data) : completeTemplate(text, offset, data);
    },
  };
}

/** Keys keep their order; one without a value is left out. */
export function withValue(config: JsonObject, key: string, value: Json | undefined): JsonObject {
  const others = Object.entries(config).filter(([other]) => value !== undefined || other !== key);
  if (value === undefined) return Object.fromEntries(others);
  if (!Object.hasOwn(config, key)) return Object.fromEntries([...others, [key, value]]);
  return Object.fromEntries(others.map(([other, old]) => [other, other === key ? value : old]));
}

export function readingOf(node: Node, key: string): FieldReading | undefined {
  const { readings } = nodeKind(node.type);
  return Object.hasOwn(readings, key) ? readings[key] : undefined;
}
