import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pack, unpack } from "./packed";

/** superjson, which has written what is packed, refuses that name. */
const json = fc.jsonValue({ maxDepth: 3 }).filter((any) => !JSON.stringify(any).includes("__proto__"));
const alike = fc
  .uniqueArray(
    fc.string().filter((name) => name !== "__proto__"),
    { minLength: 1, maxLength: 4 },
  )
  .chain((names) => {
    const row = fc.tuple(...names.map(() => json));
    return fc.array(row.map((members) => Object.fromEntries(names.map((name, index) => [name, members[index]]))));
  });
const long = fc.string({ minLength: 990, maxLength: 1_010 });
const value = fc.record({ any: json, alike, mixed: fc.array(fc.oneof(alike, json)), long: fc.array(long) });

/** JSON has no -0. */
const asSent = (sent: object): unknown => JSON.parse(JSON.stringify(sent));

describe("what a page is sent with", () => {
  it("comes out as it went in, whatever it is", () => {
    fc.assert(
      fc.property(value, (sent) => {
        expect(unpack(pack(sent))).toEqual(asSent(sent));
      }),
    );
  });

  it("names the members of alike objects once, and keeps their order", () => {
    const steps = [
      { id: "1", attempts: [{ attempt: 1, error: null }] },
      { id: "2", attempts: [] },
    ];
    const [text, ...texts] = pack({ steps });
    expect(text).toBe('{"steps":[["id","attempts"],["1",[0,{"attempt":1,"error":null}]],["2",[0]]]}');
    expect(texts).toEqual([]);
    expect(Object.keys(unpack<{ steps: typeof steps }>([text]).steps[1] ?? {})).toEqual(["id", "attempts"]);
  });

  it.each([
    ["names that differ", [{ one: 1 }, { other: 1 }]],
    [
      "names in another order",
      [
        { one: 1, other: 2 },
        { other: 2, one: 1 },
      ],
    ],
    ["one that has more", [{ one: 1 }, { one: 1, other: 2 }]],
    ["lists that look like names and members", [["one"], [1], [0], [1, 0]]],
    ["an object that is not alone", [{ one: 1 }, null, [{ one: 1 }]]],
    ["objects without members", [{}, {}]],
  ])("keeps lists of %s", (_, list) => {
    expect(unpack(pack({ list }))).toEqual({ list });
  });

  it("sends long texts as they are, beside the rest", () => {
    const definition = JSON.stringify(Array.from({ length: 100 }, (_, index) => ({ id: `node_${index}` })));
    const [text, ...texts] = pack({ definition, short: "a", other: definition });
    expect(text).toBe('{"definition":[1,0],"short":"a","other":[1,1]}');
    expect(texts).toEqual([definition, definition]);
  });
});
