import { type Expression, namesSecret, type Reference, referencesOf } from "./expression/ast";
import { Budget, maximumOutputLength } from "./expression/budget";
import { evaluateExpression } from "./expression/evaluate";
import { parseTemplateExpression } from "./expression/parse";
import { printExpression } from "./expression/print";
import type { Scope } from "./expression/scope";
import { type Json, stringifyJson } from "./json";
import { measureJson } from "./measure-json";

/** One `{{ … }}` of a template; `position` is where its `{{` stands. */
export interface TemplateExpression {
  expression: Expression;
  position: number;
  namesSecret: boolean;
  /** set in a text that is JSON: whether the `{{ … }}` stands inside quotes there, or where a value stands */
  within?: "json-string" | "json-value";
}

/** A text with `{{ … }}` in it, parsed. */
export interface Template {
  source: string;
  parts: readonly (string | TemplateExpression)[];
  /** set when the text is one `{{ … }}` and nothing but blanks around it: its value keeps its type */
  whole: TemplateExpression | undefined;
}

/** Whether a text holds a `{{`, and so is not simply itself. */
export function isTemplate(text: string): boolean {
  return text.includes("{{");
}

/**
 * Parses a text with `{{ … }}` in it, in one pass. Quotes inside of an expression hide `{{` and `}}`, so a literal `{{`
 * is written `{{ "{{" }}`. A `}}` outside of a template is text.
 *
 * @throws ExpressionError with the position in the whole text
 */
export function parseTemplate(source: string): Template {
  const parts: (string | TemplateExpression)[] = [];
  let end = 0;
  for (let opening = source.indexOf("{{"); opening !== -1; opening = source.indexOf("{{", end)) {
    if (opening > end) parts.push(source.slice(end, opening));
    const parsed = parseTemplateExpression(source, opening);
    parts.push({ expression: parsed.expression, position: opening, namesSecret: namesSecret(parsed.expression) });
    end = parsed.end;
  }
  if (end < source.length) parts.push(source.slice(end));
  return { source, parts, whole: wholeOf(parts) };
}

function wholeOf(parts: readonly (string | TemplateExpression)[]): TemplateExpression | undefined {
  const [only, ...others] = parts.filter((part) => typeof part !== "string" || part.trim() !== "");
  return typeof only === "object" && others.length === 0 ? only : undefined;
}

/** Everything that a template reads, in the order of its text. */
export function templateReferences(template: Template): Reference[] {
  return template.parts.flatMap((part) => (typeof part === "string" ? [] : referencesOf(part.expression)));
}

/**
 * The value of a template: that of its one expression, or the text with each `{{ … }}` replaced by its value's text.
 * What a value's text holds is not looked at again.
 *
 * @throws ExpressionError
 */
export function renderTemplate(template: Template, scope: Scope, budget = new Budget()): Json {
  return replaceParts(template, budget, (part) => evaluateExpression(part.expression, scope, budget));
}

/** The same, but with each `{{ … }}` that names a secret left standing as text: what may be stored and shown. */
export function renderTemplateShown(template: Template, scope: Scope, budget = new Budget()): Json {
  return replaceParts(template, budget, (part) =>
    part.namesSecret ? `{{ ${printExpression(part.expression)} }}` : evaluateExpression(part.expression, scope, budget),
  );
}

function replaceParts(template: Template, budget: Budget, resolve: (part: TemplateExpression) => Json): Json {
  const { whole, parts } = template;
  if (whole) {
    const value = resolve(whole);
    budget.spendOutput(measureJson(value, maximumOutputLength), whole.position);
    return value;
  }
  return parts.map((part) => (typeof part === "string" ? part : textOf(part, resolve(part), budget))).join("");
}

/** A value inside of a text: a string as it is, anything else as JSON, so null is `null` and a number has all its digits. */
function textOf({ position, within }: TemplateExpression, value: Json, budget: Budget): string {
  // Measured first, so that a value too large never becomes a text.
  budget.spendOutput(measureJson(value, maximumOutputLength), position);
  const text = typeof value === "string" && within !== "json-value" ? value : stringifyJson(value);
  return within === "json-string" ? JSON.stringify(text).slice(1, -1) : text;
}
