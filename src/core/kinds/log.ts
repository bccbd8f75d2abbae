import { z } from "zod";
import type { Json } from "../json";
import { defineKind } from "./kind";

export const logLevels = ["debug", "info", "warn", "error"] as const;

const level = z.enum(logLevels, `"level" must be one of ${logLevels.join(", ")}.`).default("info");

export const log = defineKind({
  label: "Log",
  description: "Writes a message to the run.",
  config: z.strictObject({
    message: z.custom<Json>((value) => value !== undefined, 'A log needs a "message".'),
    level,
  }),
  rendered: z.strictObject({
    message: z.custom<Json>((value) => value !== undefined, 'A log needs a "message".'),
    level,
  }),
  readings: { message: "template" },
  branches: [],
  pure: true,
  fields: [
    { key: "message", label: "Message", control: "text", help: "May hold templates, such as {{ trigger.amount }}" },
    { key: "level", label: "Level", control: "select", options: logLevels },
  ],
});
