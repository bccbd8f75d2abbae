import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConfigError, compileConfig } from "@/core/config";
import { maximumExpressionLength } from "@/core/expression/ast";
import { Budget, maximumEvaluationSteps, maximumOutputLength } from "@/core/expression/budget";
import { ExpressionError } from "@/core/expression/errors";
import { evaluateExpression } from "@/core/expression/evaluate";
import { parseExpression } from "@/core/expression/parse";
import type { Scope } from "@/core/expression/scope";
import { ExactNumber, type Json, parseJson } from "@/core/json";
import { nodeTypes } from "@/core/kinds";
import { parseTemplate, renderTemplate } from "@/core/template";
import { anyText } from "../support/expression-arbitraries";
import { hostileExpressions } from "./hostile-expressions";

/**
 * An escape is any of: an inherited property was read, a getter ran, something came out that is not data, a secret came
 * out, something global changed, or anything but an ExpressionError was thrown.
 */

const secretValue = "s3cr3t-canary-value";
const polluted = [Object.prototype, Array.prototype, String.prototype, Number.prototype, Boolean.prototype];
let tripped: string[] = [];

/** Every object, array, text and number has inherited properties that tell when they are read. */
beforeAll(() => {
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
});
afterAll(() => {
  for (const prototype of polluted) {
    for (const name of ["tripwire", "polluted"]) Reflect.deleteProperty(prototype, name);
  }
});

/** Reading anything that is no own property of the data is noted; `toJSON` is what printing looks for. */
function guarded(value: Json): Json {
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
const arrayMethods = new Set<string | symbol>(["map", "every", "entries", "forEach", "reduce", Symbol.iterator]);

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
const plain = guarded(
  parseJson(`{"o":{"a":1},"list":[[1],2,3],"text":"a text","number":7.50,"deep":${deep},"wide":${wide},"wide2":${wide},
    "huge":${huge},"huge2":${huge}}`),
);

/** Payloads that an attacker may send: names of machinery as data, and data of every shape. */
const hostilePayloads: Record<string, Json> = {
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

function scopeOf(trigger: Json, withSecrets: boolean): Scope {
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

function attempt(run: (budget: CountingBudget) => Json): Answer {
  const budget = new CountingBudget();
  try {
    const value = run(budget);
    // Work that was done was paid for first: nothing that succeeds has cost more than the budget.
    expect(budget.stepsSpent).toBeLessThanOrEqual(maximumEvaluationSteps);
    expect(budget.outputSpent).toBeLessThanOrEqual(maximumOutputLength);
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

function escapes(source: string, payload: Json): string[] {
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

const globalState = () => ({
  globals: Reflect.ownKeys(globalThis).length,
  object: Reflect.ownKeys(Object.prototype).length,
  array: Reflect.ownKeys(Array.prototype).length,
  functions: Reflect.ownKeys(Function.prototype).length,
  env: Object.keys(process.env).length,
});

it("the table is as long as it is meant to be", () => {
  const kinds = Object.values(hostileExpressions);
  expect(new Set(kinds.flat()).size).toBeGreaterThanOrEqual(500);
  expect(kinds.length).toBeGreaterThanOrEqual(20);
});

describe("no expression gets out of the data", () => {
  it.each(Object.entries(hostileExpressions))("%s", (_kind, sources) => {
    const before = globalState();
    for (const [name, payload] of Object.entries(hostilePayloads)) {
      for (const source of sources) expect({ name, escapes: escapes(source, payload) }).toEqual({ name, escapes: [] });
    }
    expect(globalState()).toEqual(before);
  });

  it("nor does one in any field of any node", () => {
    const sources = Object.values(hostileExpressions).flatMap((kind) => kind.slice(0, 12));
    const config = (source: string) => ({
      expression: source,
      seconds: `{{ ${source} }}`,
      message: { [source.slice(0, 50)]: [`{{ ${source} }}`, `${source}`] },
      url: `http://x/{{ ${source} }}`,
      headers: { "x-a": `{{ ${source} }}` },
      query: { a: [`{{ ${source} }}`] },
      body: `{"a": "{{ ${source} }}", "b": {{ ${source} }}}`,
    });
    for (const source of sources) {
      for (const type of nodeTypes) {
        tripped = [];
        try {
          const { shown } = compileConfig({ type, config: config(source) }).render(scopeOf(plain, true));
          expect(JSON.stringify(shown)).not.toContain(secretValue);
        } catch (error) {
          if (!(error instanceof ConfigError)) throw error;
          expect(error.message).not.toContain(secretValue);
        }
        expect({ source, type, tripped }).toEqual({ source, type, tripped: [] });
      }
    }
  });

  it("nor does data become code: what a payload holds is never evaluated", () => {
    const scope = scopeOf({ text: "{{ secrets.KEY }} {{ trigger.o }}" }, true);
    expect(renderTemplate(parseTemplate("<{{ trigger.text }}>"), scope)).toBe("<{{ secrets.KEY }} {{ trigger.o }}>");
    expect(renderTemplate(parseTemplate("{{ trigger.text }}"), scope)).toBe("{{ secrets.KEY }} {{ trigger.o }}");
  });
});

describe("work and memory are bounded", () => {
  it("by the length of a text, before anything of it is understood", () => {
    for (const source of ["1 ", "(", '"', "a.", "not ", "{{", "trigger ?? "]) {
      const answer = attempt((budget) =>
        evaluateExpression(parseExpression(source.repeat(500_000)), scopeOf(plain, false), budget),
      );
      expect(answer).toMatchObject({
        kind: "error",
        code: expect.stringMatching(/^(syntax_error|budget_exceeded|unknown_name)$/),
      });
    }
    expect(maximumExpressionLength).toBeLessThanOrEqual(10_000);
  });

  it("by the steps of an evaluation, however often the same data is compared", () => {
    const source = Array(300).fill("trigger.wide == trigger.wide2").join(" and ");
    const answer = attempt((budget) => evaluateExpression(parseExpression(source), scopeOf(plain, false), budget));
    expect(answer).toMatchObject({ kind: "error", code: "budget_exceeded" });
  });

  it("by the output of all fields of a node together", () => {
    const message = Array(100).fill("{{ trigger.huge }}");
    expect(() => compileConfig({ type: "log", config: { message } }).render(scopeOf(plain, false))).toThrow(/too long/);
    const text = Array(100).fill("{{ trigger.huge }}").join("");
    expect(() => compileConfig({ type: "log", config: { message: text } }).render(scopeOf(plain, false))).toThrow(
      /too long/,
    );
  });
});

const vocabulary = [
  ...Object.values(hostileExpressions).flatMap((kind) => kind.filter((source) => source.length < 40)),
  ...[
    "trigger",
    "steps",
    "secrets",
    "run",
    "app",
    ".",
    "[",
    "]",
    "(",
    ")",
    "{{",
    "}}",
    '"',
    "'",
    "\\",
    "==",
    "<",
    "??",
  ],
  ...[
    "and",
    "or",
    "not",
    "true",
    "null",
    "0",
    "1e9",
    "__proto__",
    "constructor",
    "tripwire",
    " ",
    "\n",
    "KEY",
    "output",
  ],
];

it("nothing that a fuzzer makes of all these gets out either", () => {
  const soup = fc
    .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...vocabulary) }, { weight: 1, arbitrary: anyText }), {
      minLength: 1,
      maxLength: 24,
    })
    .chain((parts) => fc.constantFrom("", " ").map((glue) => parts.join(glue)));
  const payloads = fc.constantFrom(...Object.values(hostilePayloads));
  const before = globalState();
  fc.assert(
    fc.property(soup, payloads, (source, payload) => {
      expect(escapes(source, payload)).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
  expect(globalState()).toEqual(before);
});
