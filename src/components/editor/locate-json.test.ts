import { describe, expect, it } from "vitest";
import { locateJson } from "./locate-json";

const text = `{
  "nodes": [
    { "id": "start", "type": "trigger" },
    { "id": "call", "config": { "url": "x", "a\\"b": [1, 22] } }
  ],
  "edges": []
}`;

const at = (path: string, source = text) => {
  const { from, to } = locateJson(source, path);
  return source.slice(from, to);
};

describe("locateJson", () => {
  it("finds values by path", () => {
    expect(at("nodes.1.config.url")).toBe('"x"');
    expect(at('nodes.1.config.a"b.1')).toBe("22");
    expect(at("nodes.0.type")).toBe('"trigger"');
  });

  it("marks a container by its key or its first line", () => {
    expect(at("nodes.1.config")).toBe('"config"');
    expect(at("nodes.0")).toBe('{ "id": "start", "type": "trigger" }');
    expect(at("edges")).toBe('"edges"');
  });

  it("answers with the nearest value around what is missing", () => {
    expect(at("nodes.1.config.method")).toBe('"config"');
    expect(at("nodes.9")).toBe('"nodes"');
    expect(at("name")).toBe("{");
  });

  it("searches a text that is broken further down", () => {
    expect(at("nodes.0.id", '{ "nodes": [ { "id": "a" }, { "id": ')).toBe('"a"');
    expect(at("nodes.0.id", "")).toBe("");
  });
});
