import type { z } from "zod";

/**
 * How a config field is read at execution time:
 * - `template`: every string in it (however deep) may hold `{{ … }}`;
 * - `secret-template`: the same, and it leaves the system, so it may name secrets;
 * - `secret-body`: the same, and a text that is JSON around its templates stays JSON whatever their values hold;
 * - `expression`: one expression, evaluated to its value.
 * Fields that are not named are literal.
 */
export type FieldReading = "template" | "secret-template" | "secret-body" | "expression";

/** What a form needs to show one config field. */
export interface FormField {
  key: string;
  label: string;
  control: "text" | "number" | "select" | "switch" | "rows" | "json" | "expression" | "duration";
  options?: readonly string[];
  help?: string;
}

/** One node type: its config, how the config is read, where it leads, and how it is shown. */
export interface NodeKind<Config extends z.ZodType = z.ZodType, Rendered extends z.ZodType = z.ZodType> {
  label: string;
  description: string;
  /** the config as it is authored; checked when a workflow is activated */
  config: Config;
  /** the config with templates and expressions evaluated; checked before each execution */
  rendered: Rendered;
  readings: Readonly<Record<string, FieldReading>>;
  /** the names that an outgoing edge must carry; empty: edges carry none */
  branches: readonly string[];
  /** no effect outside of the engine and answered at once, so it may run inline */
  pure: boolean;
  fields: readonly FormField[];
}

/** Keeps the exact types of a kind's schemas while checking its shape. */
export function defineKind<Config extends z.ZodType, Rendered extends z.ZodType>(
  kind: NodeKind<Config, Rendered>,
): NodeKind<Config, Rendered> {
  return kind;
}
