import { describe, expect, it } from "vitest";
import { ExactNumber, type Json, parseJson } from "../json";
import { ExpressionError } from "./errors";
import { evaluateExpression } from "./evaluate";
import { parseExpression } from "./parse";
import type { Scope } from "./scope";

function scopeOf(trigger: Json, steps: Record<string, Json> = {}): Scope {
  return {
    trigger,
    step: (nodeId) => {
      if (nodeId === "unfinished") return { state: "unfinished" };
      const output = Object.hasOwn(steps, nodeId) ? steps[nodeId] : undefined;
      return output === undefined ? undefined : { state: "succeeded", output };
    },
    run: { id: "run-1" },
    app: { url: "http://app" },
  };
}

function evaluate(source: string, payload = "null"): Json {
  return evaluateExpression(parseExpression(source), scopeOf(parseJson(payload)));
}

function failure(source: string, payload = "null", scope: Scope = scopeOf(parseJson(payload))): ExpressionError {
  try {
    evaluateExpression(parseExpression(source), scope);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error(`${source} did not fail`);
}

describe("precedence and quoting", () => {
  it.each([
    ["trigger.a > 1 and trigger.c < 5", '{"a":2,"c":9}', false],
    ["trigger.x == 1 or trigger.y == 1 and trigger.z == 1", '{"x":1,"y":0,"z":0}', true],
    ["(trigger.x == 1 or trigger.y == 1) and trigger.z == 1", '{"x":1,"y":0,"z":0}', false],
    ['trigger.mode == "read and write"', '{"mode":"read and write"}', true],
    ['trigger.s == "a) or (b"', '{"s":"a) or (b"}', true],
    ['"done" == "failed"', "{}", false],
    ["trigger.order > 1 and trigger.android == 1", '{"order":2,"android":1}', true],
    ['trigger.t == "x >= y"', '{"t":"x >= y"}', true],
    ["not trigger.a == 1", '{"a":2}', true],
    ["not not true", "{}", true],
    ["trigger.not.and.or", '{"not":{"and":{"or":7}}}', 7],
    ["trigger.a ?? 1 == 1", '{"a":null}', true],
    ["true or trigger.missing", "{}", true],
    ["false and trigger.missing", "{}", false],
  ])("%s with %s", (source, payload, expected) => {
    expect(evaluate(source, payload)).toBe(expected);
  });
});

describe("types", () => {
  it.each(['"9"', '"10"', '"100"', '"20"', '""', "null", "[]", '"abc"', "true", "{}"])(
    "%s is never ordered against a number",
    (value) => {
      for (const condition of ["trigger.v > 10", "trigger.v < 1", "10 <= trigger.v"]) {
        expect(failure(condition, `{"v":${value}}`)).toMatchObject({ code: "type_error" });
      }
      expect(failure("trigger.v > 10", `{"v":${value}}`).message).toContain("trigger.v is");
      expect(evaluate("trigger.v == 20", `{"v":${value}}`)).toBe(false);
      expect(evaluate("trigger.v != 20", `{"v":${value}}`)).toBe(true);
    },
  );

  it("names both operands and the operator", () => {
    expect(failure("trigger.v > 10", '{"v":"9"}')).toMatchObject({
      position: 10,
      message: expect.stringMatching(/">".*trigger\.v is a string \("9"\).*10 is a number \(10\)/),
    });
  });

  it.each(["0", '""', '"false"', "null", "[]", "{}", "1"])("and, or, not refuse %s", (value) => {
    for (const source of [
      "trigger.v and true",
      "true and trigger.v",
      "trigger.v or true",
      "false or trigger.v",
      "not trigger.v",
    ]) {
      expect(failure(source, `{"v":${value}}`)).toMatchObject({
        code: "type_error",
        position: source.indexOf("trigger"),
      });
    }
  });

  it.each([
    ["trigger == null", "null", true],
    ["trigger == null", "0", false],
    ["trigger == {{ trigger }}", '{"a":[1,{"b":2.0}]}', true],
    ["trigger.a == trigger.b", '{"a":{"x":1,"y":[2]},"b":{"y":[2.0],"x":1e0}}', true],
    ["trigger.a == trigger.b", '{"a":{"x":1},"b":{"y":1}}', false],
    ["trigger.a == trigger.b", '{"a":[1,2],"b":[2,1]}', false],
    ["trigger.a == trigger.b", '{"a":[],"b":{}}', false],
    ["trigger.a == trigger.b", '{"a":[1],"b":[1,2]}', false],
    ["trigger.a == trigger.b", '{"a":[1,2],"b":[1]}', false],
    ["trigger.a == trigger.b", '{"a":{"x":1},"b":{"x":1,"y":2}}', false],
    ["trigger.a == trigger.b", '{"a":{"x":1,"y":2},"b":{"x":1}}', false],
    ["trigger.a == trigger.b", '{"a":{"__proto__":{}},"b":{"x":1}}', false],
    ["trigger.a == trigger.b", '{"a":{"__proto__":1},"b":{"x":1}}', false],
    ['"a" < "b"', "null", true],
    ['"2025-01-02" > "2024-12-31"', "null", true],
    ['"Z" < "a"', "null", true],
  ])("%s with %s", (source, payload, expected) => {
    expect(evaluate(source, payload)).toBe(expected);
  });
});

describe("numbers", () => {
  it.each([
    ["trigger.n == 9007199254740992", "9007199254740993", false],
    ["trigger.n == 9007199254740993", "9007199254740993", true],
    ["trigger.n > 9007199254740992", "9007199254740993", true],
    ["trigger.n == 1", "1.0", true],
    ["trigger.n > 0", "1e-10", true],
    ["trigger.n > 1", "1.0000000000000002", true],
    ["trigger.n > 1", "1e400", true],
    ["trigger.n > 1e399", "1e400", true],
    ["trigger.n > 0", "1e-400", true],
    ["trigger.n == -0", "0", true],
    ["trigger.n == 0.1", "0.10", true],
    ["trigger.n > 1e999999999998", "1e999999999999", true],
  ])("%s with %s", (source, number, expected) => {
    expect(evaluate(source, `{"n":${number}}`)).toBe(expected);
  });

  it("keeps the digits of a literal", () => {
    expect(evaluate("1.10")).toEqual(new ExactNumber("1.10"));
    expect(evaluate("-12345678901234567890")).toEqual(new ExactNumber("-12345678901234567890"));
  });
});

describe("paths", () => {
  it("reads keys, indexes, steps, the run and the app", () => {
    const scope = scopeOf(parseJson('{"any key":[{"a":1}]}'), { "get-user": { body: ["x"] } });
    const read = (source: string) => evaluateExpression(parseExpression(source), scope);
    expect(read('trigger["any key"][0].a')).toBe(1);
    expect(read("steps.get-user.output.body[0]")).toBe("x");
    expect(read('steps["get-user"].output')).toEqual({ body: ["x"] });
    expect([read("run.id"), read("app.url")]).toEqual(["run-1", "http://app"]);
  });

  it.each([
    ["trigger.a.b.c", '{"a":{}}', 10, ["trigger.a.b.c is missing", "trigger.a has no key .b"]],
    ["trigger.a.b", '{"a":"text"}', 10, ["trigger.a is a string"]],
    ["trigger.a.length", '{"a":"text"}', 10, ["trigger.a is a string"]],
    ["trigger.a.length", '{"a":[1]}', 10, ["trigger.a is an array"]],
    ["trigger.a[1]", '{"a":[1]}', 10, ["trigger.a has 1 item,"]],
    ["trigger.a[0]", '{"a":{"0":1}}', 10, ["trigger.a is an object"]],
    ["trigger.a[0]", '{"a":"text"}', 10, ["trigger.a is a string"]],
    ["trigger.a.b", '{"a":null}', 10, ["trigger.a is null"]],
    [
      "steps.unfinished.output.a",
      "null",
      0,
      ["steps.unfinished.output.a is missing", 'the step "unfinished" has not finished'],
    ],
    ["steps.absent.output.a", "null", 0, ['the step "absent" did not run']],
  ])("%s with %s is missing", (source, payload, position, parts) => {
    const error = failure(source, payload);
    expect(error).toMatchObject({ code: "missing_path", position });
    for (const part of parts) expect(error.message).toContain(part);
    expect(evaluate(`${source} ?? "none"`, payload)).toBe("none");
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])(
    "never reads an inherited %s",
    (key) => {
      for (const payload of ["{}", "[]", '"text"', "1", "1.10", "true"]) {
        expect(failure(`trigger.${key}`, payload)).toMatchObject({ code: "missing_path" });
        expect(failure(`trigger["${key}"].${key}`, payload)).toMatchObject({ code: "missing_path" });
      }
      expect(evaluate(`trigger.${key}`, `{"${key}":1}`)).toBe(1);
    },
  );

  it("reads no text of an exact number", () => {
    expect(failure("trigger.text", "1.10")).toMatchObject({ code: "missing_path" });
  });
});

describe("??", () => {
  it.each([
    ["trigger.a ?? 1", "{}", 1],
    ["trigger.a ?? 1", '{"a":null}', 1],
    ["trigger.a ?? 1", '{"a":false}', false],
    ["trigger.a ?? 1", '{"a":""}', ""],
    ["trigger.a ?? trigger.b ?? 3", "{}", 3],
    ["trigger.a ?? null", "{}", null],
    ["(trigger.a > 1) ?? false", "{}", false],
  ])("%s with %s", (source, payload, expected) => {
    expect(evaluate(source, payload)).toBe(expected);
  });

  it("does not catch the last operand, nor a type error", () => {
    expect(failure("trigger.a ?? trigger.b", "{}")).toMatchObject({ code: "missing_path", position: 21 });
    expect(failure('("a" > 1) ?? true')).toMatchObject({ code: "type_error" });
    expect(failure("secrets.A ?? 1")).toMatchObject({ code: "secret_not_allowed" });
  });
});
