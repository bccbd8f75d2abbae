import fc from "fast-check";
import type { ComparisonOperator, Expression, PathExpression, PathRoot } from "@/core/expression/ast";
import { type ExactNumber, type Json, numberFromText } from "@/core/json";

/** Any sequence of UTF-16 units: control characters, quotes and halves of surrogate pairs included. */
export const anyText = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 12 }),
  fc.constantFrom(
    "",
    "a",
    "b",
    "10",
    "and",
    'say "hi"',
    "it's",
    "\\",
    "{{ x }}",
    "}}",
    "line\nbreak",
    "\ud800",
    "a) or (b",
  ),
);

/** The text of a JSON number, in any spelling; small enough for a reference that calculates with integers. */
export const numberText = fc
  .record({
    sign: fc.constantFrom("", "-"),
    whole: fc.oneof(fc.constantFrom("0", "1", "9007199254740993", "9007199254740992"), fc.nat().map(String)),
    fraction: fc.oneof(fc.constant(""), fc.stringMatching(/^\.[0-9]{1,8}$/)),
    power: fc.oneof(fc.constant(""), fc.stringMatching(/^[eE][+-]?[0-3]?[0-9]$/)),
  })
  .map(({ sign, whole, fraction, power }) => sign + whole + fraction + power);

export const anyNumber = fc.oneof(numberText.map(numberFromText), fc.constantFrom(0, 1, 2, 10));

const keys = ["a", "b", "c", "and", "x-y", "any key", "__proto__", "constructor", "length", "größe"] as const;
const anyKey = fc.oneof({ weight: 6, arbitrary: fc.constantFrom<string>(...keys) }, { weight: 1, arbitrary: anyText });

const scalar = fc.oneof(fc.constant<Json>(null), fc.boolean(), anyNumber, anyText);

export const anyJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.array(fc.tuple(anyKey, tie("value")), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value;

/** Data that the generated paths often find something in. */
export const anyPayload: fc.Arbitrary<Json> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ a: scalar, b: anyJson, c: fc.boolean(), and: fc.array(anyJson, { maxLength: 3 }) }),
  },
  { weight: 1, arbitrary: anyJson },
);

export const stepIds = ["one", "two-b", "unfinished", "absent"] as const;

const anyRoot: fc.Arbitrary<PathRoot> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<PathRoot>({ kind: "trigger" }) },
  { weight: 4, arbitrary: fc.constantFrom(...stepIds).map((nodeId): PathRoot => ({ kind: "step", nodeId })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<PathRoot>({ kind: "run" }, { kind: "app" }, { kind: "step", nodeId: "no id" }),
  },
  { weight: 1, arbitrary: fc.constantFrom("API_TOKEN", "ABSENT").map((key): PathRoot => ({ kind: "secret", key })) },
);

const anyPath: fc.Arbitrary<PathExpression> = fc
  .tuple(anyRoot, fc.array(fc.oneof({ weight: 5, arbitrary: anyKey }, fc.nat({ max: 2 })), { maxLength: 3 }))
  .map(([root, path]) => {
    // Below a text there is nothing to name, and the parser says so.
    const bare = root.kind === "secret" || root.kind === "run" || root.kind === "app";
    return { kind: "path", root, segments: bare ? [] : path.map((key) => ({ key, position: 0 })), position: 0 };
  });

const literal = (value: null | boolean | number | string | ExactNumber): Expression => ({
  kind: "literal",
  value,
  position: 0,
});
const anyLiteral = scalar.map((value) => literal(value as null | boolean | number | string | ExactNumber));
const operators: readonly ComparisonOperator[] = ["==", "!=", "<", "<=", ">", ">="];

/** Any expression that the parser could have made; many are well typed, and many are not. */
export const anyExpression: fc.Arbitrary<Expression> = fc.letrec<{ any: Expression; boolean: Expression }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5, depthSize: "medium", withCrossShrink: true },
    { weight: 1, arbitrary: anyLiteral },
    { weight: 1, arbitrary: anyPath },
    { weight: 3, arbitrary: tie("boolean") },
    {
      weight: 1,
      arbitrary: operands(tie("any")).map((parts): Expression => ({ kind: "fallback", operands: parts, position: 0 })),
    },
  ),
  boolean: fc.oneof(
    { maxDepth: 5, depthSize: "medium" },
    fc.boolean().map(literal),
    fc.constant<Expression>({
      kind: "path",
      root: { kind: "trigger" },
      segments: [{ key: "c", position: 0 }],
      position: 0,
    }),
    comparison(anyNumber.map(literal), anyNumber.map(literal)),
    comparison(anyText.map(literal), anyText.map(literal)),
    comparison(tie("any"), tie("any")),
    tie("boolean").map((operand): Expression => ({ kind: "not", operand, position: 0 })),
    chain(operands(fc.oneof({ weight: 4, arbitrary: tie("boolean") }, { weight: 1, arbitrary: tie("any") }))),
  ),
})).any;

function operands(one: fc.Arbitrary<Expression>): fc.Arbitrary<Expression[]> {
  return fc.array(one, { minLength: 2, maxLength: 4 });
}

function chain(parts: fc.Arbitrary<Expression[]>): fc.Arbitrary<Expression> {
  return fc
    .tuple(fc.constantFrom("and" as const, "or" as const), parts)
    .map(([kind, operands]) => ({ kind, operands, position: 0 }));
}

function comparison(left: fc.Arbitrary<Expression>, right: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> {
  return fc
    .record({ operator: fc.constantFrom(...operators), left, right })
    .map((parts): Expression => ({ kind: "comparison", ...parts, position: 0 }));
}
