import { z } from "zod";
import { nodeKinds, nodeTypes } from "@/core/kinds";
import type { NodeKind } from "@/core/kinds/kind";

/**
 * A node type that ends the process it runs in, known only to who imports this file, before anything that reads the
 * registry of types.
 */
export const abortNodeType = "process_abort";

const kind: NodeKind = {
  label: "Abort",
  description: "Ends its worker.",
  config: z.strictObject({}),
  rendered: z.strictObject({}),
  readings: {},
  branches: [],
  pure: false,
  fields: [],
};

Object.assign(nodeKinds, { [abortNodeType]: kind });
(nodeTypes as string[]).push(abortNodeType);

export const abortExecutor = { execute: () => process.abort() };
