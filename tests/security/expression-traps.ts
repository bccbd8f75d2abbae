import { Budget, maximumEvaluationSteps, maximumOutputLength } from "@/core/expression/budget";
import { ExpressionError } from "@/core/expression/errors";
import { evaluateExpression } from "@/core/expression/evaluate";
import { parseExpression } from "@/core/expression/parse";
import type { Scope } from "@/core/expression/scope";
import { ExactNumber, type Json, parseJson } from "@/core/json";
import { parseTemplate, renderTemplate } from "@/core/template";

/**
 * An escape is any of: an inherited property was read, a getter ran, something came out that is not data, a secret came
 * out, something global changed, or anything but an ExpressionError was thrown.
 */

export const secretValue = "s3cr3t-canary-value";
const polluted = [Object.prototype, Array.prototype, String.prototype, Number.prototype, Boolean.prototype];
let tripped: string[] = [];

/** What has been read, or set, that is no data, since the last call. */
export function takeTripped(): string[] {
  const taken = tripped;
  tripped = [];
  return taken;
}

/** Every object, array, text and number gets inherited properties that tell when they are read. */
export function setTraps(): void {
  for (const prototype of polluted) {
    for (const name of ["tripwire", "polluted"]) {
      Object.defineProperty(prototype, name, {
        configurable: true,
        get: () => {
          tripped.push(`${prototype.constructor.name}.${name}`);
          return "escaped";
        },
      });
    }
  }
}

export function removeTraps(): void {
  for (const prototype of polluted) {
    for (const name of ["tripwire", "polluted"]) Reflect.deleteProperty(prototype, name);
  }
}

/** Reading anything that is no own property of the data is noted; `toJSON` is what printing looks for. */
export function guarded(value: Json): Json {
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return value;
  const copy = Array.isArray(value) ? value.map(guarded) : mapOwn(value);
  return new Proxy(copy, {
    get(target, key, receiver) {
      const known = Object.hasOwn(target, key) || key === "toJSON" || (Array.isArray(target) && arrayMethods.has(key));
      if (!known && typeof key === "string") tripped.push(`get ${key}`);
      return Reflect.get(target, key, receiver);
    },
    set(_target, key) {
      tripped.push(`set ${String(key)}`);
      return false;
    },
    getPrototypeOf(target) {
      return Reflect.getPrototypeOf(target);
    },
  });
}

/** What the product itself calls on arrays that it prints, measures and compares. */
const arrayMethods = new Set<string | symbol>([
  "map",
  "every",
  "entries",
  "values",
  "forEach",
  "reduce",
  Symbol.iterator,
]);

function mapOwn(value: { [key: string]: Json }): { [key: string]: Json } {
  const copy: { [key: string]: Json } = {};
  for (const key of Object.keys(value)) {
    Object.defineProperty(copy, key, {
      value: guarded(value[key] as Json),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}

const deep = `${"[".repeat(120)}1${"]".repeat(120)}`;
const wide = `[${Array(4_000).fill("0").join(",")}]`;
const huge = JSON.stringify("h".repeat(200_000));
export const plain = guarded(
  parseJson(`{"o":{"a":1},"list":[[1],2,3],"text":"a text","number":7.50,"deep":${deep},"wide":${wide},"wide2":${wide},
    "huge":${huge},"huge2":${huge}}`),
);

/** Payloads that an attacker may send: names of machinery as data, and data of every shape. */
export const hostilePayloads: Record<string, Json> = {
  plain,
  "names of machinery": guarded(
    parseJson(
      '{"__proto__":{"tripwire2":1},"constructor":{"prototype":{"polluted2":1}},"toString":"x","valueOf":"x","toJSON":"x","then":"x","length":-1,"hasOwnProperty":1,"o":{"__proto__":null},"list":{"length":4294967295},"text":{"toString":1},"number":"7"}',
    ),
  ),
  "templates as data": guarded(
    parseJson(
      '{"o":"{{ secrets.KEY }}","list":["{{ secrets.KEY }}"],"text":"{{ trigger.o }}","number":"\\u0024{process.env}"}',
    ),
  ),
  "a text": "constructor",
  nothing: null,
  "an exact number": new ExactNumber("1e400"),
};

export function scopeOf(trigger: Json, withSecrets: boolean): Scope {
  const scope: Scope = {
    trigger,
    step: (nodeId) =>
      nodeId === "done"
        ? { state: "succeeded", output: trigger }
        : nodeId === "open"
          ? { state: "unfinished" }
          : undefined,
    run: { id: "run-1" },
    app: { url: "http://app" },
  };
  return withSecrets ? { ...scope, secret: (key) => (key === "KEY" ? secretValue : undefined) } : scope;
}

class CountingBudget extends Budget {
  stepsSpent = 0;
  outputSpent = 0;
  override spendSteps(count: number, position: number): void {
    this.stepsSpent += count;
    super.spendSteps(count, position);
  }
  override spendOutput(measure: { size: number; parts: number }, position: number): void {
    this.outputSpent += measure.size;
    super.spendOutput(measure, position);
  }
}

type Answer = { kind: "value"; value: Json } | { kind: "error"; code: string; message: string };

export function attempt(run: (budget: CountingBudget) => Json): Answer {
  const budget = new CountingBudget();
  try {
    const value = run(budget);
    // Work that was done was paid for first: nothing that succeeds has cost more than the budget.
    if (budget.stepsSpent > maximumEvaluationSteps || budget.outputSpent > maximumOutputLength)
      throw new Error("It cost more than the budget.");
    return { kind: "value", value };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { kind: "error", code: error.code, message: error.message };
  }
}

/** Why an answer is an escape, or undefined. */
function escapeOf(answer: Answer): string | undefined {
  if (tripped.length > 0) return `read ${tripped.join(", ")}`;
  if (answer.kind === "error") {
    if (answer.message.length > 5_000) return "an error without end";
    return answer.message.includes(secretValue) ? "an error tells a secret" : undefined;
  }
  return notData(answer.value, 0);
}

function notData(value: unknown, depth: number): string | undefined {
  if (depth > 130) return "deeper than any data";
  if (value === null || typeof value === "boolean" || typeof value === "number") return undefined;
  if (typeof value === "string") return value.includes(secretValue) ? "a secret" : undefined;
  if (value instanceof ExactNumber) return undefined;
  if (Array.isArray(value))
    return value
      .slice(0, 5)
      .map((item) => notData(item, depth + 1))
      .find(Boolean);
  if (typeof value !== "object") return `a ${typeof value}`;
  if (Object.getPrototypeOf(value) !== Object.prototype) return "an object that is no data";
  return Object.keys(value)
    .map((key) => notData(Object.getOwnPropertyDescriptor(value, key)?.value, depth + 1))
    .find(Boolean);
}

export function escapes(source: string, payload: Json): string[] {
  const ways: [string, () => Answer][] = [
    [
      "expression",
      () => attempt((budget) => evaluateExpression(parseExpression(source), scopeOf(payload, false), budget)),
    ],
    [
      "template",
      () => attempt((budget) => renderTemplate(parseTemplate(`{{ ${source} }}`), scopeOf(payload, false), budget)),
    ],
    [
      "text",
      () =>
        attempt((budget) =>
          renderTemplate(parseTemplate(`a ${source} b {{ ${source} }}`), scopeOf(payload, false), budget),
        ),
    ],
  ];
  return ways.flatMap(([way, run]) => {
    tripped = [];
    const problem = escapeOf(run());
    return problem === undefined ? [] : [`${way} ${source.slice(0, 100)}: ${problem}`];
  });
}

export const globalState = () => ({
  globals: Reflect.ownKeys(globalThis).length,
  object: Reflect.ownKeys(Object.prototype).length,
  array: Reflect.ownKeys(Array.prototype).length,
  functions: Reflect.ownKeys(Function.prototype).length,
  env: Object.keys(process.env).length,
});
