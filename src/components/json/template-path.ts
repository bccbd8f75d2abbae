import { printSegment } from "@/core/expression/print";

/** Keys and indexes on the way from a value to one within it. */
export type ValuePath = readonly (string | number)[];

/** What templates call a value: the run's payload, or the output of a step. */
export type TemplateRoot = { kind: "trigger" } | { kind: "step"; nodeId: string };

/** `{{ steps.call.output.items[0]["a b"] }}`: what to write in a config to read this very value. */
export function templatePath(root: TemplateRoot, path: ValuePath): string {
  const start = root.kind === "trigger" ? "trigger" : `steps${printSegment(root.nodeId)}.output`;
  return `{{ ${start}${path.map(printSegment).join("")} }}`;
}
