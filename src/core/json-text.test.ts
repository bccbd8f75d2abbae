import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyJson, anyText } from "../../tests/support/expression-arbitraries";
import type { Scope } from "./expression/scope";
import { canonicalJson, isJsonObject, type Json, parseJson, stringifyJson } from "./json";
import { keepJson } from "./json-text";
import { parseTemplate, renderTemplate } from "./template";

function scopeOf(trigger: Json): Scope {
  return { trigger, step: () => undefined, run: { id: "run-1" }, app: { url: "http://app" } };
}

function render(source: string, trigger: Json): Json {
  return renderTemplate(keepJson(parseTemplate(source)), scopeOf(trigger));
}

/** What must come of a value when its texts are filled in one by one. */
function fill(value: Json, trigger: Json): Json {
  if (typeof value === "string")
    return value.replaceAll("{{trigger}}", () => (typeof trigger === "string" ? trigger : stringifyJson(trigger)));
  if (Array.isArray(value)) return value.map((item) => fill(item, trigger));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member, trigger)]));
}

const plainText = anyText.map((text) => text.replaceAll("{", "("));
const leaf = fc.oneof(
  plainText,
  fc.tuple(plainText, plainText).map((texts) => texts.join("{{trigger}}")),
  fc.integer(),
);
const structure: fc.Arbitrary<Json> = fc.oneof(
  fc.array(leaf, { minLength: 1, maxLength: 4 }),
  fc.dictionary(fc.constantFrom("a", "b", "__proto__", 'say "x"'), fc.oneof(leaf, fc.array(leaf)), { minKeys: 1 }),
);

describe("keepJson", () => {
  it("makes of templates in quotes the texts that they stand for, and nothing else", () => {
    fc.assert(
      fc.property(structure, anyJson, (value, trigger) => {
        const text = render(stringifyJson(value), trigger);
        expect(canonicalJson(parseJson(String(text)))).toBe(canonicalJson(fill(value, trigger)));
      }),
      { numRuns: 500 },
    );
  });

  it("makes of templates without quotes the values that they stand for", () => {
    fc.assert(
      fc.property(anyJson, (trigger) => {
        const text = render('{"a": {{ trigger }}, "b": [ {{trigger}}, 1 ]}', trigger);
        expect(canonicalJson(parseJson(String(text)))).toBe(canonicalJson({ a: trigger, b: [trigger, 1] }));
      }),
    );
  });

  it("lets no value break out of its quotes", () => {
    const message = 'He said "hi"\nline2 \\ C:\\tmp ","admin":true,"x":"';
    expect(parseJson(String(render('{"msg":"{{trigger}}"}', message)))).toEqual({ msg: message });
  });

  it.each([
    ['{ "id":{{trigger}} }', "1234567890123456789", '{ "id":1234567890123456789 }'],
    ['{"a":"\\"{{trigger}}"}', '"x"', '{"a":"\\"x"}'],
    ['{"a":"\\\\{{trigger}}"}', '"\\""', '{"a":"\\\\\\""}'],
    ['{"{{trigger}}":1}', '"k\\"k"', '{"k\\"k":1}'],
    // Not JSON around the template, so a text like any other.
    ["[{{trigger}}] done", '"a"', "[a] done"],
    ["[1{{trigger}}]", '"a"', "[1a]"],
    ["[{{trigger}}{{trigger}}]", '"a"', "[aa]"],
    ["[-{{trigger}}]", "5", "[-5]"],
    ['{"a": {{trigger}}', '"x"', '{"a": x'],
    ['"{{trigger}}"', '"x\\"y"', '"x"y"'],
    ['{"a":"\\{{trigger}}"}', '"n"', '{"a":"\\n"}'],
  ])("%s with %s", (source, trigger, expected) => {
    expect(render(source, parseJson(trigger))).toBe(expected);
  });

  it("leaves a value alone", () => {
    expect(render(" {{ trigger }} ", [1])).toEqual([1]);
  });
});
