import { ConfigError, compileConfig } from "./config";
import type { Node } from "./definition";
import { ExpressionError } from "./expression/errors";
import type { Scope } from "./expression/scope";
import type { Json } from "./json";

export type FieldPreview =
  | { ok: true; value: Json }
  | { ok: false; message: string /** the offset in the text, from 0 */; position: number };

/**
 * What one field of a node's config would be in a run with these data, by the very code that workers render it with.
 * Templates that name secrets are left standing as text.
 */
export function previewField(node: Pick<Node, "type" | "config">, key: string, scope: Scope): FieldPreview {
  const value = node.config[key];
  if (value === undefined) return { ok: true, value: null };
  try {
    const compiled = compileConfig({ type: node.type, config: { [key]: value } });
    const { config, shown } = compiled.render(scope);
    return { ok: true, value: (compiled.secretKeys.length > 0 ? shown[key] : config[key]) ?? null };
  } catch (error) {
    if (error instanceof ConfigError) return { ok: false, message: error.cause.message, position: error.position };
    if (error instanceof ExpressionError) return { ok: false, message: error.message, position: error.position };
    throw error;
  }
}
