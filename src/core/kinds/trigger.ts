import { z } from "zod";
import { defineKind } from "./kind";

export const trigger = defineKind({
  label: "Trigger",
  description: "Where a run starts; its output is the payload.",
  config: z.strictObject({}),
  rendered: z.strictObject({}),
  readings: {},
  branches: [],
  pure: true,
  fields: [],
});
