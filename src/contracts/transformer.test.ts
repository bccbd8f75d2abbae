import fc from "fast-check";
import superjson from "superjson";
import { describe, expect, it } from "vitest";
import { JsonText } from "@/core/json";
import { transformer } from "./transformer";

/** JSON as a parser reads it: without -0, which JSON does not print, and which superjson notes as no JSON. */
const anyJson = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)));

/** As it arrives elsewhere. */
const sent = (value: unknown): unknown =>
  transformer.deserialize(JSON.parse(JSON.stringify(transformer.serialize(value))));

describe("what travels between pages and server", () => {
  it("is for any JSON what superjson writes, and comes back as it was", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const named = { value, list: [value] };
        fc.pre(!/"(constructor|prototype|__proto__)":/.test(JSON.stringify(named)));
        expect(transformer.serialize(named)).toEqual({ json: superjson.serialize(named).json });
        expect(sent(named)).toEqual(JSON.parse(JSON.stringify(named)));
      }),
    );
  });

  it.each([
    [{ at: new Date(0) }],
    [{ none: undefined, list: [1, undefined] }],
    [{ big: 2n ** 70n }],
    [{ numbers: [Number.NaN, Number.POSITIVE_INFINITY, -0] }],
    [{ payload: new JsonText('{"n":9007199254740993}'), beside: 1 }],
    [new Map([["key", new Set([1])]])],
  ])("is superjson's where it is no JSON: %o", (value) => {
    expect(transformer.serialize(value)).toEqual(superjson.serialize(value));
    expect(sent(value)).toEqual(value);
  });

  it.each(["constructor", "prototype", "__proto__"])("has no member named %s", (name) => {
    const value: unknown = JSON.parse(`{"deep":[{"${name}":1}]}`);
    expect(() => transformer.serialize(value)).toThrow(name);
  });
});
