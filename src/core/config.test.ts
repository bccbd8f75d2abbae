import { describe, expect, it } from "vitest";
import { ConfigError, compileConfig } from "./config";
import type { Scope } from "./expression/scope";
import { isJsonObject, type Json, type JsonObject, maximumJsonDepth, parseJson, stringifyJson } from "./json";
import type { NodeType } from "./kinds";

const scope: Scope = {
  trigger: parseJson('{"n":1.10,"flag":true,"text":"t"}'),
  step: (nodeId) => (nodeId === "get" ? { state: "succeeded", output: { status: 200 } } : undefined),
  run: { id: "run-1" },
  app: { url: "http://app" },
  secret: (key) => (key === "TOKEN" ? "s3cr3t" : undefined),
};

function compile(type: NodeType, config: JsonObject) {
  return compileConfig({ type, config });
}

function failure(type: NodeType, config: JsonObject): ConfigError {
  try {
    compile(type, config).render(scope);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error("the config was rendered");
}

describe("compileConfig", () => {
  const request: JsonObject = {
    url: "{{ app.url }}/{{ steps.get.output.status }}",
    method: "{{ not read }}",
    headers: { authorization: "Bearer {{ secrets.TOKEN }}", list: ["{{ trigger.n }}", "x"] },
    body: { whole: "{{secrets.TOKEN}}", n: "{{ trigger.n }}", deep: [{ text: "n={{ trigger.n }}" }] },
    max_attempts: 5,
  };

  it("renders each field as its kind reads it", () => {
    expect(stringifyJson(compile("http_request", request).render(scope).config)).toBe(
      '{"url":"http://app/200","method":"{{ not read }}","headers":{"authorization":"Bearer s3cr3t","list":[1.10,"x"]},' +
        '"body":{"whole":"s3cr3t","n":1.10,"deep":[{"text":"n=1.10"}]}}',
    );
  });

  it("shows secrets as what names them", () => {
    const { shown } = compile("http_request", request).render(scope);
    expect(stringifyJson(shown)).not.toContain("s3cr3t");
    expect(shown).toMatchObject({
      url: "http://app/200",
      headers: { authorization: "Bearer {{ secrets.TOKEN }}" },
      body: { whole: "{{ secrets.TOKEN }}", deep: [{ text: "n=1.10" }] },
    });
  });

  it("evaluates an expression and shows its text", () => {
    const rendered = compile("condition", { expression: "\n{{trigger.flag}} and trigger.n == 1.1\n" }).render(scope);
    expect(rendered).toEqual({
      config: { expression: true },
      shown: { expression: "\n{{trigger.flag}} and trigger.n == 1.1\n" },
    });
  });

  it("keeps a body that is JSON written as a text JSON, and no other text", () => {
    const text = '{"t":"{{ trigger }}","token":"{{ secrets.TOKEN }}"}';
    const quoting: Scope = { ...scope, trigger: '","admin":"true', secret: () => 's3"cr3t' };
    const { config, shown } = compile("http_request", { url: text, body: text }).render(quoting);
    expect(config).toEqual({
      url: '{"t":"","admin":"true","token":"s3"cr3t"}',
      body: '{"t":"\\",\\"admin\\":\\"true","token":"s3\\"cr3t"}',
    });
    expect(shown).toMatchObject({ body: '{"t":"\\",\\"admin\\":\\"true","token":"{{ secrets.TOKEN }}"}' });
  });

  it("renders again with other data", () => {
    const compiled = compile("log", { message: "{{ trigger.text }}" });
    expect(compiled.render(scope).config).toEqual({ message: "t" });
    expect(compiled.render({ ...scope, trigger: { text: [1] } }).config).toEqual({ message: [1] });
  });

  it("lists what it reads", () => {
    const compiled = compile("http_request", request);
    expect(compiled.stepIds).toEqual(["get"]);
    expect(compiled.secretKeys).toEqual(["TOKEN"]);
    expect(compiled.references.map(({ path, reference }) => `${path} ${reference.kind}`)).toEqual([
      "config.url app",
      "config.url step",
      "config.headers.authorization secret",
      "config.headers.list.0 trigger",
      "config.body.whole secret",
      "config.body.n trigger",
      "config.body.deep.0.text trigger",
    ]);
    expect(compiled.problems).toEqual([]);
  });

  it("treats names of every object as any others", () => {
    const config = parseJson('{"message":{"__proto__":"{{ trigger.n }}"},"toString":"{{ x","__proto__":"{{ y"}');
    if (!isJsonObject(config)) throw new Error("not an object");
    expect(stringifyJson(compile("log", config).render(scope).config)).toBe(
      '{"message":{"__proto__":1.10},"toString":"{{ x","__proto__":"{{ y"}',
    );
  });
});

describe("faults", () => {
  it.each<[NodeType, JsonObject, string, string, number]>([
    ["http_request", { url: "x", body: { a: [1, "y {{ trigger.gone }}"] } }, "config.body.a.1", "missing_path", 13],
    ["http_request", { url: "{{ trigger", headers: {} }, "config.url", "syntax_error", 0],
    ["http_request", { url: "{{ secrets.GONE }}" }, "config.url", "missing_path", 3],
    ["condition", { expression: "trigger.n > 'a'" }, "config.expression", "type_error", 10],
    ["condition", { expression: "trigger.n >" }, "config.expression", "syntax_error", 11],
    ["condition", { expression: 5 }, "config.expression", "type_error", 0],
    ["condition", { expression: "secrets.TOKEN == 'x'" }, "config.expression", "secret_not_allowed", 0],
    ["log", { message: ["{{ secrets.TOKEN }}"] }, "config.message.0", "secret_not_allowed", 3],
    ["delay", { seconds: "{{ steps.other.output }}" }, "config.seconds", "missing_path", 3],
  ])("%s %j", (type, config, path, code, position) => {
    expect(failure(type, config)).toMatchObject({
      path,
      code,
      position,
      message: expect.stringContaining(`Character ${position + 1}: `),
    });
  });

  it("are all listed before anything runs", () => {
    const { problems } = compile("log", {
      message: ["{{ a }}", { b: "{{ secrets.TOKEN }}" }, "{{ 1 +", "{{ trigger.gone }}"],
    });
    expect(problems.map(({ path }) => path).sort()).toEqual([
      "config.message.0",
      "config.message.1.b",
      "config.message.2",
    ]);
  });

  it("include a template that quotes make a text", () => {
    expect(compile("condition", { expression: '"{{trigger.text}}" == "t"' }).problems).toMatchObject([
      { path: "config.expression", message: expect.stringContaining("remove the quotes") },
    ]);
    expect(compile("condition", { expression: '"{{" == "}}"' }).problems).toEqual([]);
    expect(compile("log", { message: '{{ "{{ trigger.text }}" }}' }).problems).toEqual([]);
  });

  it("are what the scope throws, if that is no ExpressionError", () => {
    const unreadable = new Error("no key fits");
    const broken: Scope = {
      ...scope,
      secret: () => {
        throw unreadable;
      },
    };
    expect(() => compile("http_request", { url: "{{ secrets.TOKEN ?? 1 }}" }).render(broken)).toThrow(unreadable);
  });
});

describe("depth", () => {
  function nested(levels: number): Json {
    let value: Json = "leaf";
    for (let level = 0; level < levels; level++) value = [value];
    return value;
  }

  it("never makes JSON that cannot be read again", () => {
    const compiled = compile("log", { message: { deep: "{{ trigger }}" } });
    const fitting = compiled.render({ ...scope, trigger: nested(maximumJsonDepth - 2) });
    expect(parseJson(stringifyJson(fitting.config))).toEqual(fitting.config);
    expect(() => compiled.render({ ...scope, trigger: nested(maximumJsonDepth - 1) })).toThrow(
      expect.objectContaining({ path: "config.message", code: "budget_exceeded" }),
    );
  });

  it("refuses a config of any depth without exhausting the stack", () => {
    expect(compile("log", { message: nested(200_000) }).problems).toMatchObject([{ path: "config.message" }]);
  });
});
