import type { Reference } from "./expression/ast";
import { Budget } from "./expression/budget";
import { ExpressionError } from "./expression/errors";
import type { Scope } from "./expression/scope";
import { isJsonObject, type Json } from "./json";
import { isTemplate, parseTemplate, renderTemplate, type Template, templateReferences } from "./template";

/** Where in a JSON value something is: the keys and indexes from its root. */
export type TreePath = readonly (string | number)[];

/** An ExpressionError, and the place of the text that it is about. */
export interface TreeProblem {
  path: TreePath;
  error: ExpressionError;
}

/** Thrown when a text in a JSON value cannot be rendered. */
export class TreeError extends Error {
  override readonly name = "TreeError";

  constructor(
    readonly path: TreePath,
    override readonly cause: ExpressionError,
  ) {
    super(cause.message, { cause });
  }
}

/** A JSON value whose texts with `{{ … }}` (not its keys) are parsed. Values without any are kept as they are. */
export type CompiledTree =
  | { kind: "constant"; value: Json }
  | { kind: "template"; template: Template; path: TreePath }
  | { kind: "broken"; problem: TreeProblem }
  | { kind: "array"; items: readonly CompiledTree[] }
  | { kind: "object"; members: readonly (readonly [string, CompiledTree])[] };

/** Parses every template in a value; texts that do not parse become `broken`, so that all of them can be told at once. */
export function compileTree(value: Json, path: TreePath = []): CompiledTree {
  if (typeof value === "string") return isTemplate(value) ? compileText(value, path) : { kind: "constant", value };
  if (Array.isArray(value)) {
    const items = value.map((item, index) => compileTree(item, [...path, index]));
    return items.every(isConstant) ? { kind: "constant", value } : { kind: "array", items };
  }
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([key, member]) => [key, compileTree(member, [...path, key])] as const);
    return members.every(([, member]) => isConstant(member))
      ? { kind: "constant", value }
      : { kind: "object", members };
  }
  return { kind: "constant", value };
}

function compileText(text: string, path: TreePath): CompiledTree {
  try {
    return { kind: "template", template: parseTemplate(text), path };
  } catch (error) {
    if (error instanceof ExpressionError) return { kind: "broken", problem: { path, error } };
    throw error;
  }
}

function isConstant(tree: CompiledTree): boolean {
  return tree.kind === "constant";
}

/** Every template and every text that did not parse, in order. */
export function leavesOf(tree: CompiledTree): (CompiledTree & { kind: "template" | "broken" })[] {
  switch (tree.kind) {
    case "constant":
      return [];
    case "template":
    case "broken":
      return [tree];
    case "array":
      return tree.items.flatMap(leavesOf);
    case "object":
      return tree.members.flatMap(([, member]) => leavesOf(member));
  }
}

/**
 * Puts a value in place of each template.
 *
 * @throws TreeError
 */
export function fillTree(tree: CompiledTree, resolve: (template: Template) => Json): Json {
  switch (tree.kind) {
    case "constant":
      return tree.value;
    case "broken":
      throw new TreeError(tree.problem.path, tree.problem.error);
    case "template":
      try {
        return resolve(tree.template);
      } catch (error) {
        throw error instanceof ExpressionError ? new TreeError(tree.path, error) : error;
      }
    case "array":
      return tree.items.map((item) => fillTree(item, resolve));
    case "object":
      // fromEntries defines own properties, so a key such as __proto__ is only a key.
      return Object.fromEntries(tree.members.map(([key, member]) => [key, fillTree(member, resolve)]));
  }
}

/**
 * Renders every text in a JSON value that holds a template; keys are not templates.
 *
 * @throws TreeError with the path of the text that failed
 */
export function renderTree(value: Json, scope: Scope): Json {
  const budget = new Budget();
  return fillTree(compileTree(value), (template) => renderTemplate(template, scope, budget));
}

/** Everything that the templates in a value read, and where; texts that do not parse read nothing. */
export function treeReferences(value: Json): { path: TreePath; reference: Reference }[] {
  return leavesOf(compileTree(value)).flatMap((leaf) =>
    leaf.kind === "template"
      ? templateReferences(leaf.template).map((reference) => ({ path: leaf.path, reference }))
      : [],
  );
}
