import { describe, expect, it } from "vitest";
import { parseJson } from "@/core/json";
import { formatJson } from "./format-json";

describe("formatJson", () => {
  it("keeps short values on a line and breaks long ones", () => {
    const text = `{"nodes":[{"id":"start","type":"trigger","config":{}},{"id":"note","type":"log","config":{"message":"a long message that makes the line too long for its width, so it breaks"}}],"edges":[]}`;
    expect(formatJson(parseJson(text))).toBe(
      [
        "{",
        '  "nodes": [',
        '    { "id": "start", "type": "trigger", "config": {} },',
        "    {",
        '      "id": "note",',
        '      "type": "log",',
        '      "config": {',
        '        "message": "a long message that makes the line too long for its width, so it breaks"',
        "      }",
        "    }",
        "  ],",
        '  "edges": []',
        "}",
      ].join("\n"),
    );
  });

  it.each([
    "9007199254740993",
    "1.10",
    "-0.0",
    "1e400",
    "[1.0, 2.50]",
    '{ "a": 10000000000000000001 }',
    '"\\u0000"',
    "null",
  ])("keeps %s as it came", (text) => {
    expect(formatJson(parseJson(text))).toBe(text);
  });

  it("prints empty and deep values", () => {
    expect(formatJson(parseJson("[[],{}]"))).toBe("[[], {}]");
    const deep = `${"[".repeat(128)}${"]".repeat(128)}`;
    expect(parseJson(formatJson(parseJson(deep)))).toEqual(parseJson(deep));
  });
});
