import { type Expression, visit } from "./expression/ast";
import { ExpressionError } from "./expression/errors";
import { parseTemplate, templateReferences } from "./template";

/**
 * Texts in quotes that hold a template which reads something, as in `"{{ trigger.mode }}" == "live"`. Such a text is
 * only itself, so the comparison is always false, and surely not what its author means.
 */
export function quotedTemplates(expression: Expression): ExpressionError[] {
  const errors: ExpressionError[] = [];
  visit(expression, (part) => {
    if (part.kind !== "literal" || typeof part.value !== "string" || !holdsReference(part.value)) return;
    errors.push(
      new ExpressionError(
        "syntax_error",
        "A template in quotes is only a text, and nothing is put in its place; remove the quotes around it.",
        part.position,
      ),
    );
  });
  return errors;
}

function holdsReference(text: string): boolean {
  try {
    return templateReferences(parseTemplate(text)).length > 0;
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}
