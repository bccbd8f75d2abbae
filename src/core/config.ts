import type { Node } from "./definition";
import type { Problem } from "./errors";
import { type Reference, referencesOf } from "./expression/ast";
import { Budget } from "./expression/budget";
import { ExpressionError, type ExpressionErrorCode } from "./expression/errors";
import { evaluateExpression, secretNotAllowed } from "./expression/evaluate";
import { parseExpression } from "./expression/parse";
import type { Scope, StepState } from "./expression/scope";
import { type Json, type JsonObject, maximumJsonDepth } from "./json";
import { keepJson } from "./json-text";
import { nodeKind } from "./kinds";
import { describeValue } from "./kinds/describe-value";
import type { FieldReading } from "./kinds/kind";
import { measureJson } from "./measure-json";
import { quotedTemplates } from "./quoted-template";
import { renderTemplate, renderTemplateShown, templateReferences } from "./template";
import { type CompiledTree, compileTree, fillTree, leavesOf, TreeError, type TreePath } from "./template-tree";

/** Says which field of a node's config (`config.headers.authorization`) is wrong, and why. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly code: ExpressionErrorCode;
  /** the offset in the field's text, from 0 */
  readonly position: number;

  constructor(
    readonly path: string,
    override readonly cause: ExpressionError,
  ) {
    super(describeAt(cause.position, cause.message), { cause });
    this.code = cause.code;
    this.position = cause.position;
  }
}

export interface RenderedNodeConfig {
  /** what the executor works with; where secrets are in it, it is never stored or shown */
  config: JsonObject;
  /** the same with each `{{ … }}` that names a secret, and each expression, as its text; the same object where there is none */
  shown: JsonObject;
}

export interface ConfigReference {
  /** `config.url` */
  path: string;
  reference: Reference;
}

/** A node's config, parsed once and rendered for each execution. */
export interface CompiledConfig {
  /** ids of the steps that rendering reads */
  stepIds: readonly string[];
  /** keys of the secrets that rendering reads */
  secretKeys: readonly string[];
  /** each thing that is read, and in which field */
  references: readonly ConfigReference[];
  /** every field that can never be rendered, or that cannot mean what it says */
  problems: readonly Problem[];
  /** the same, each with its place in its text */
  errors: readonly ConfigError[];
  /** @throws ConfigError */
  render(scope: Scope): RenderedNodeConfig;
}

/** One field of a config: how it is rendered, what it reads and what is wrong with it. */
interface CompiledField {
  references: readonly ConfigReference[];
  errors: readonly ConfigError[];
  render(scope: Scope, budget: Budget): { value: Json; shown: Json };
}

/**
 * Parses the templates and expressions of a node's config, as its kind says how each field is read. `max_attempts` is
 * the engine's, wherever it is written, and so is no part of the result.
 */
export function compileConfig(node: Pick<Node, "type" | "config">): CompiledConfig {
  const { readings } = nodeKind(node.type);
  const fields = Object.entries(executorConfig(node.config)).map(([key, value]) => {
    return [key, compileField(value, key, Object.hasOwn(readings, key) ? readings[key] : undefined)] as const;
  });
  const references = fields.flatMap(([, field]) => field.references);
  const errors = fields.flatMap(([, field]) => field.errors);
  return {
    references,
    errors,
    stepIds: unique(references.flatMap(({ reference }) => (reference.kind === "step" ? [reference.nodeId] : []))),
    secretKeys: unique(references.flatMap(({ reference }) => (reference.kind === "secret" ? [reference.key] : []))),
    problems: errors.map(({ path, cause }) => problemAt(path, cause)),
    render: (scope) => renderFields(fields, scope),
  };
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

/** An error in a field's text as a problem of that field. */
export function problemAt(path: string, { position, message }: Pick<ExpressionError, "position" | "message">): Problem {
  return { path, message: describeAt(position, message) };
}

function describeAt(position: number, message: string): string {
  return `Character ${position + 1}: ${message}`;
}

/** A config without `max_attempts`, which may stand in it but is read by the engine alone. */
export function executorConfig(config: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(config).filter(([key]) => key !== "max_attempts"));
}

function renderFields(fields: readonly (readonly [string, CompiledField])[], scope: Scope): RenderedNodeConfig {
  const budget = new Budget();
  const values: [string, Json][] = [];
  /** fields that are shown otherwise */
  const hidden: [string, Json][] = [];
  for (const [key, field] of fields) {
    const { value, shown } = field.render(scope, budget);
    values.push([key, value]);
    if (shown !== value) hidden.push([key, shown]);
  }
  // fromEntries defines own properties, so a key such as __proto__ is only a key.
  const config = Object.fromEntries(values);
  return { config, shown: hidden.length === 0 ? config : Object.fromEntries([...values, ...hidden]) };
}

function compileField(value: Json, key: string, reading: FieldReading | undefined): CompiledField {
  switch (reading) {
    case undefined: {
      const rendered = { value, shown: value };
      return { references: [], errors: [], render: () => rendered };
    }
    case "expression":
      return compileExpressionField(value, key);
    case "template":
    case "secret-template":
    case "secret-body":
      return compileTemplateField(value, key, reading);
  }
}

function compileExpressionField(source: Json, key: string): CompiledField {
  const path = `config.${key}`;
  try {
    if (typeof source !== "string")
      throw new ExpressionError("type_error", `An expression is a text, not ${describeValue(source)}.`, 0);
    const expression = parseExpression(source);
    const references = referencesOf(expression);
    return {
      references: references.map((reference) => ({ path, reference })),
      errors: [...forbiddenSecrets(references), ...quotedTemplates(expression)].map(
        (error) => new ConfigError(path, error),
      ),
      render(scope, budget) {
        try {
          return { value: evaluateExpression(expression, withoutSecrets(scope), budget), shown: source };
        } catch (error) {
          throw error instanceof ExpressionError ? new ConfigError(path, error) : error;
        }
      },
    };
  } catch (error) {
    if (error instanceof ExpressionError) return brokenField(new ConfigError(path, error));
    throw error;
  }
}

function brokenField(error: ConfigError): CompiledField {
  return {
    references: [],
    errors: [error],
    render() {
      throw error;
    },
  };
}

function compileTemplateField(value: Json, key: string, reading: Exclude<FieldReading, "expression">): CompiledField {
  // Deeper values come from no JSON text that the product accepts; refused here, because trees are walked by recursion.
  if (measureJson(value).depth >= maximumJsonDepth) return brokenField(new ConfigError(`config.${key}`, tooDeep()));
  const secretsAllowed = reading !== "template";
  const parsed = compileTree(value, [key]);
  const keepsJson = reading === "secret-body" && parsed.kind === "template";
  const tree = keepsJson ? { ...parsed, template: keepJson(parsed.template) } : parsed;
  const leaves = leavesOf(tree);
  const references = leaves.flatMap((leaf) => {
    if (leaf.kind === "broken") return [];
    return templateReferences(leaf.template).map((reference) => ({ path: configPath(leaf.path), reference }));
  });
  const parseErrors = leaves.flatMap((leaf) =>
    leaf.kind === "broken" ? [new ConfigError(configPath(leaf.problem.path), leaf.problem.error)] : [],
  );
  const secretErrors = secretsAllowed
    ? []
    : references.flatMap(({ path, reference }) =>
        forbiddenSecrets([reference]).map((error) => new ConfigError(path, error)),
      );
  const hidesSecrets = references.some(({ reference }) => reference.kind === "secret");
  return {
    references,
    errors: [...parseErrors, ...secretErrors],
    render(scope, budget) {
      const allowed = secretsAllowed ? scope : withoutSecrets(scope);
      const rendered = fillField(tree, key, (template) => renderTemplate(template, allowed, budget));
      // Evaluated again only where there is something to hide, and paid from a budget of its own: it repeats what fitted.
      const shownBudget = new Budget();
      const shown = hidesSecrets
        ? fillField(tree, key, (template) => renderTemplateShown(template, allowed, shownBudget))
        : rendered;
      return { value: rendered, shown };
    },
  };
}

function fillField(tree: CompiledTree, key: string, resolve: Parameters<typeof fillTree>[1]): Json {
  try {
    const value = fillTree(tree, resolve);
    // A value of the greatest depth put deep into a config would make JSON that nothing can read again.
    if (tree.kind !== "constant" && measureJson(value).depth >= maximumJsonDepth) throw new TreeError([key], tooDeep());
    return value;
  } catch (error) {
    throw error instanceof TreeError ? new ConfigError(configPath(error.path), error.cause) : error;
  }
}

function tooDeep(): ExpressionError {
  return new ExpressionError("budget_exceeded", `The value is nested deeper than ${maximumJsonDepth - 1} levels.`, 0);
}

function forbiddenSecrets(references: readonly Reference[]): ExpressionError[] {
  return references.flatMap((reference) =>
    reference.kind === "secret" ? [secretNotAllowed(reference.key, reference.position)] : [],
  );
}

function withoutSecrets(scope: Scope): Scope {
  return scope.secret ? new ScopeWithoutSecrets(scope) : scope;
}

class ScopeWithoutSecrets implements Scope {
  constructor(private readonly scope: Scope) {}

  get trigger(): Json {
    return this.scope.trigger;
  }

  get run(): Scope["run"] {
    return this.scope.run;
  }

  get app(): Scope["app"] {
    return this.scope.app;
  }

  step(nodeId: string): StepState | undefined {
    return this.scope.step(nodeId);
  }
}

function configPath(path: TreePath): string {
  return ["config", ...path].join(".");
}
