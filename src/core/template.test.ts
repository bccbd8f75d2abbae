import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyExpression, anyJson, anyPayload, anyText } from "../../tests/support/expression-arbitraries";
import { meaningOf } from "../../tests/support/expression-reference";
import { maximumExpressionLength } from "./expression/ast";
import { Budget } from "./expression/budget";
import { ExpressionError } from "./expression/errors";
import { printExpression } from "./expression/print";
import type { Scope } from "./expression/scope";
import { canonicalJson, ExactNumber, type Json, parseJson, stringifyJson } from "./json";
import { isTemplate, parseTemplate, renderTemplate, renderTemplateShown, templateReferences } from "./template";

function scopeOf(trigger: Json): Scope {
  return { trigger, step: () => undefined, run: { id: "run-1" }, app: { url: "http://app" } };
}

function render(source: string, payload = "{}"): Json {
  return renderTemplate(parseTemplate(source), scopeOf(parseJson(payload)));
}

function failure(source: string): ExpressionError {
  try {
    render(source);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error(`${source} was rendered`);
}

describe("a template alone", () => {
  it.each(["{{trigger}}", "{{ trigger }} ", "\n{{trigger}}", " \t\r\n{{\ntrigger\n}}\n "])(
    "%j keeps the type",
    (source) => {
      for (const payload of ['[{"a":1}]', '{"k":"v"}', "1", "1.10", "true", "null", '"text"', '""']) {
        expect(render(source, payload)).toEqual(parseJson(payload));
      }
    },
  );

  it("gives any value back unchanged", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(renderTemplate(parseTemplate(" {{ trigger }}\n"), scopeOf(value))).toBe(value);
      }),
    );
  });
});

describe("a template in a text", () => {
  it.each([
    ["got {{trigger.o}}", '{"o":{"k":"v"}}', 'got {"k":"v"}'],
    ["{{trigger.l}}!", '{"l":[{"a":1}]}', '[{"a":1}]!'],
    ['{"id":{{trigger.n}}}', '{"n":1234567890123456789}', '{"id":1234567890123456789}'],
    ["{{trigger.n}} ", '{"n":9007199254740993}', new ExactNumber("9007199254740993")],
    ["n={{trigger.n}}", '{"n":1.10}', "n=1.10"],
    ["n={{trigger.n}}", '{"n":{"x":[1.10,1e400]}}', 'n={"x":[1.10,1e400]}'],
    ["{{trigger.a}}{{trigger.b}}", '{"a":true,"b":null}', "truenull"],
    ["{{trigger.a}}{{trigger.b}}", '{"a":"","b":""}', ""],
    ["a }} b", "{}", "a }} b"],
    ["a {{ 1 }} }}", "{}", "a 1 }}"],
    ["{{ \"}}\" }}{{ '{{' }}", "{}", "}}{{"],
    ['{{ "{{" }} trigger.x }}', "{}", "{{ trigger.x }}"],
    ['{{ trigger["}}"] }}', '{"}}":1}', 1],
    ["{{ {{ trigger.a }} == 1 }}", '{"a":1}', true],
    ["{{ trigger.a ?? '-' }}/{{ trigger.b ?? '-' }}", '{"a":1}', "1/-"],
    ["{{ run.id }} {{ app.url }}/x", "{}", "run-1 http://app/x"],
  ])("%s with %s", (source, payload, expected) => {
    expect(render(source, payload)).toEqual(expected);
  });

  it.each([
    'He said "hi"\nline2 \\ C:\\tmp ","admin":true,"x":"',
    "a&b=c#d %41 +é/",
    "{{ secrets.TOKEN }}",
    "{{",
    "$& $1 $$",
    "\u0000\ud800",
  ])("takes %j as it is, in one pass", (text) => {
    expect(renderTemplate(parseTemplate("<{{trigger}}>"), scopeOf(text))).toBe(`<${text}>`);
  });

  it("is its texts and values, one after the other", () => {
    const withoutOpening = anyText.map((text) => text.replaceAll("{", "("));
    const part = fc.record({ text: withoutOpening, expression: anyExpression });
    let rendered = 0;
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), anyPayload, (parts, payload) => {
        const sources = parts.map(({ text, expression }) => `${text}{{ ${printExpression(expression)} }}`);
        fc.pre(sources.every((source) => source.length < maximumExpressionLength));
        const scope = scopeOf(payload);
        const values = parts.map(({ expression }) => meaningOf(expression, scope));
        const template = parseTemplate(`:${sources.join("")}`);
        const failed = values.find((value) => "error" in value);
        if (failed) {
          expect(() => renderTemplate(template, scope)).toThrow(expect.objectContaining({ code: failed.error }));
          return;
        }
        const texts = values.map((value) => ("value" in value ? asText(value.value) : ""));
        expect(renderTemplate(template, scope)).toBe(
          `:${parts.map(({ text }, index) => text + texts[index]).join("")}`,
        );
        rendered++;
      }),
      { numRuns: 1_000 },
    );
    expect(rendered).toBeGreaterThan(100);
  });

  function asText(value: Json): string {
    return typeof value === "string" ? value : stringifyJson(value);
  }

  it("makes texts that can be read back as the same values", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        fc.pre(typeof value !== "string");
        const text = renderTemplate(parseTemplate('{"v":{{ trigger }}}'), scopeOf(value));
        expect(canonicalJson(parseJson(text as string))).toBe(canonicalJson({ v: value }));
      }),
    );
  });
});

describe("faults", () => {
  it.each([
    ["{{", 2],
    ["{{ trigger.x", 0],
    ["text {{ trigger.x", 5],
    ["text {{ trigger.x }", 18],
    ["text {{ }}", 8],
    ["a {{ 1 }} b {{ 1 + 1 }}", 17],
    ["{{ 'open }}", 3],
    ["{{{ trigger.x }}}", 2],
    ["{{ (1 }}", 3],
    ["{{ 1 2 }}", 5],
  ])("%j fails at %i", (source, position) => {
    expect(failure(source)).toMatchObject({ code: "syntax_error", position });
  });

  it("have the position in the whole text", () => {
    expect(failure("text {{ trigger.a.b }}")).toMatchObject({ code: "missing_path", position: 16 });
  });

  it("never are anything but an ExpressionError", () => {
    const soup = fc
      .array(fc.oneof(fc.constantFrom("{{", "}}", "{", "}", '"', "'", " ", "trigger", ".a", "1", "\\"), anyText), {
        maxLength: 30,
      })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(soup, (source) => {
        try {
          const template = parseTemplate(source);
          expect(isTemplate(source)).toBe(template.parts.some((part) => typeof part !== "string"));
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("secrets", () => {
  const template = parseTemplate("Bearer {{secrets.A}} {{ trigger.x }} {{ secrets.A=='x' }}");

  it("are shown as what names them", () => {
    const scope: Scope = { ...scopeOf({ x: 1 }), secret: () => "s3cr3t" };
    expect(renderTemplate(template, scope)).toBe("Bearer s3cr3t 1 false");
    expect(renderTemplateShown(template, scope)).toBe('Bearer {{ secrets.A }} 1 {{ secrets.A == "x" }}');
    expect(templateReferences(template).map(({ kind }) => kind)).toEqual(["secret", "trigger", "secret"]);
  });
});

describe("sizes", () => {
  it("bound what one value or many make", () => {
    const long = "x".repeat(1_000_000);
    expect(() =>
      renderTemplate(parseTemplate("{{ trigger }}"), scopeOf(Array.from({ length: 20 }, () => long))),
    ).toThrow(expect.objectContaining({ code: "budget_exceeded", position: 0 }));
    expect(() => renderTemplate(parseTemplate("{{ trigger }}".repeat(20)), scopeOf(long))).toThrow(
      expect.objectContaining({ code: "budget_exceeded" }),
    );
    expect(renderTemplate(parseTemplate("{{ trigger }}".repeat(3)), scopeOf(long))).toHaveLength(3_000_000);
  });

  it("are counted over all that share a budget", () => {
    const budget = new Budget(1_000, 10);
    expect(renderTemplate(parseTemplate("{{ trigger }}"), scopeOf("1234"), budget)).toBe("1234");
    expect(() => renderTemplate(parseTemplate("{{ trigger }}"), scopeOf("1234"), budget)).toThrow(ExpressionError);
  });

  it("count their arrays, objects and exact numbers, as JSON from outside does", () => {
    const budget = new Budget(1_000, 1_000, 5);
    const trigger = [{}, new ExactNumber("1.0")];
    expect(renderTemplate(parseTemplate("{{ trigger }}"), scopeOf(trigger), budget)).toBe(trigger);
    expect(() => renderTemplate(parseTemplate("{{ trigger }}"), scopeOf(trigger), budget)).toThrow(
      expect.objectContaining({ code: "budget_exceeded", message: expect.stringContaining("500,000 arrays") }),
    );
  });

  it("let long texts and many templates be", () => {
    const source = `${"x".repeat(500_000)}{{ 1 }}`.repeat(2) + "{{ 2 }}".repeat(10_000);
    expect(render(source)).toHaveLength(1_000_002 + 10_000);
  });
});
