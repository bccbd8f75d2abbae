import { describe, expect, it } from "vitest";
import { checkJson } from "./check-json";

describe("checkJson", () => {
  it("gives the value of good JSON", () => {
    expect(checkJson(' { "a": [1] } ')).toEqual({ ok: true, value: { a: [1] } });
  });

  it("tells line and column of a mistake", () => {
    const checked = checkJson('{\n  "a": 1,\n  b: 2\n}');
    expect(checked).toMatchObject({ ok: false, offset: 14 });
    expect(checked.ok ? "" : checked.message).toMatch(/^Line 3, column 3: /);
  });

  it("says what to do with nothing, and what is wrong with too much", () => {
    expect(checkJson("  ")).toMatchObject({ ok: false, offset: 0 });
    const deep = checkJson("[".repeat(200));
    expect(deep.ok ? "" : deep.message).toContain("nested deeper than 128");
  });
});
