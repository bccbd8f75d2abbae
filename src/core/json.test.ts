import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ExactNumber,
  JsonError,
  maximumJsonDepth,
  maximumJsonParts,
  parseJson,
  parseStoredJson,
  stringifyJson,
} from "./json";

/** The text of a number that JSON allows, in any of its spellings. */
const numberText = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.bigInt({ min: 0n, max: 10n ** 30n }),
    fc.option(fc.stringMatching(/^\d{1,20}$/), { nil: undefined }),
    fc.option(fc.tuple(fc.constantFrom("e", "E", "e+", "e-"), fc.nat(400)), { nil: undefined }),
  )
  .map(([sign, whole, fraction, power]) => {
    const decimals = fraction === undefined ? "" : `.${fraction}`;
    return `${sign}${whole}${decimals}${power === undefined ? "" : power.join("")}`;
  });

describe("parseJson", () => {
  it.each(["0", "-1", "12", "1.5", "0.1", "9007199254740991", "1e+21"])("%s is a plain number", (text) => {
    expect(parseJson(text)).toBe(Number(text));
  });

  it.each(["-0", "1.0", "1.10", "1E5", "1e5", "9007199254740993", "1e400", "0.10000000000000000001", "1e-7000"])(
    "%s stays exact",
    (text) => {
      expect(parseJson(text)).toEqual(new ExactNumber(text));
    },
  );

  it("keeps every number wherever it stands, whatever stands beside it", () => {
    const part = fc.oneof(numberText, fc.json({ maxDepth: 2 }), fc.constant('"1.10 \\\\ \\" 9007199254740993 ["'));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const text = `{"list":[${parts.join(" , ")}]}`;
        const { list } = parseJson(text) as { list: unknown[] };
        expect(list.map((item) => stringifyJson(item as never))).toEqual(
          parts.map((one) => stringifyJson(parseJson(one))),
        );
        for (const [index, one] of parts.entries()) {
          if (/^-?\d/.test(one)) expect(String(list[index])).toBe(one);
        }
      }),
    );
  });

  it.each([
    '{"a":1,"b":2,"a":3}',
    '{"__proto__":{"x":1},"constructor":2,"toString":3}',
    '"\\ud800"',
    '"a\\u0000b"',
    " [ 1 , null , true ] ",
    '{"b":1,"10":2,"2":3}',
  ])("reads %s alike with and without a number that must stay exact", (text) => {
    const [plain, exact] = parseJson(`[${text},1.10]`) as [unknown, unknown];
    expect(exact).toEqual(new ExactNumber("1.10"));
    expect(stringifyJson(parseJson(text))).toBe(stringifyJson(plain as never));
    expect(parseJson(text)).toEqual(plain);
  });

  it.each(["", "{", "[1,]", "01", "1.", ".5", "+1", "1 2", "NaN", "'a'", '"\t"', '{"a":1,}', "[1e]", "--1", "nul"])(
    "refuses %j in words",
    (text) => {
      expect(() => parseJson(text)).toThrow(JsonError);
      expect(() => parseJson(text)).not.toThrow(/in JSON at position/);
    },
  );

  it("refuses what is nested too deep, also where it is not closed", () => {
    const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
    expect(parseJson(nested(maximumJsonDepth))).toBeInstanceOf(Array);
    for (const text of [nested(maximumJsonDepth + 1), "[".repeat(1_000_000), '{"a":'.repeat(200)]) {
      expect(() => parseJson(text)).toThrow(/nested deeper than 128 levels/);
    }
    expect(parseJson(JSON.stringify("[".repeat(500)))).toBe("[".repeat(500));
  });
});

describe("a text of very many parts", () => {
  const listOf = (item: string, count: number): string => `[${Array.from({ length: count }, () => item).join(",")}]`;

  it.each(["[]", "{}", "1.0", '{"a":[1.50]}'])("is refused when it is of %s", (item) => {
    const most = maximumJsonParts - 1;
    const perItem = item.startsWith('{"a"') ? 3 : 1;
    expect(() => parseJson(listOf(item, Math.floor(most / perItem) + 1))).toThrow(/more than 500,000 arrays/);
    expect(parseJson(listOf(item, 1_000))).toHaveLength(1_000);
  });

  it("is read when they are texts and plain numbers", () => {
    expect(parseJson(listOf('1,"[{[{1.0"', 600_000))).toHaveLength(1_200_000);
  });
});

describe("a long text beside an exact number", () => {
  it("is read and printed as it came", () => {
    const text = `[1.0,${JSON.stringify("long \n ".repeat(10_000))},{"__proto__":{"a":-0.0}}]`;
    expect(stringifyJson(parseJson(text))).toBe(text);
  });

  it.each([
    ["[1.0, 2", "position 7"],
    ['{"a":1.0 "b"}', "position 9"],
    ["[1.0,]", "position 5"],
    ['[1.0,"a\tb"]', "position 5"],
    ['[1.0,"a', "position 5"],
    ["[1.0] x", "position 6"],
    ["[1.0,nope]", "position 5"],
    ["{1.0}", "position 1"],
  ])("%s is refused with its place", (text, place) => {
    expect(() => parseJson(text)).toThrow(place);
  });
});

describe("stringifyJson", () => {
  it("prints like JSON.stringify, with exact numbers and without, on one line and indented", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.integer({ min: 0, max: 3 }), (text, indent) => {
        const value = parseJson(text);
        const marked = stringifyJson([new ExactNumber("1.0"), value], indent);
        expect(stringifyJson(value, indent)).toBe(JSON.stringify(JSON.parse(text), undefined, indent));
        expect(JSON.parse(marked)).toEqual([1, JSON.parse(text)]);
        expect(marked).toBe(JSON.stringify(["?", JSON.parse(text)], undefined, indent).replace('"?"', "1.0"));
      }),
    );
  });
});

describe("parseStoredJson", () => {
  it("reads what was accepted, wherever it stands by now, to the digit", () => {
    const deepest = `${"[".repeat(maximumJsonDepth)}1.0${"]".repeat(maximumJsonDepth)}`;
    const most = `[${"{},".repeat(maximumJsonParts - 2)}{}]`;
    expect(parseJson(most)).toHaveLength(maximumJsonParts - 1);
    for (const accepted of [deepest, most]) {
      const stored = `{"body":{"body":${accepted}},"id":1234567890123456789}`;
      expect(() => parseJson(stored)).toThrow(JsonError);
      const { body, id } = parseStoredJson(stored) as { body: { body: unknown }; id: unknown };
      expect(stringifyJson(body.body as never)).toBe(accepted);
      expect(id).toEqual(new ExactNumber("1234567890123456789"));
    }
  });
});
