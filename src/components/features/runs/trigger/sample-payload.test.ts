import { describe, expect, it } from "vitest";
import { parseJson } from "@/core/json";
import { missingPaths, samplePayload } from "./sample-payload";

const sample = (...texts: string[]) => samplePayload(texts.map((text) => ({ config: { text } })));

describe("samplePayload", () => {
  it("collects what a definition reads of its trigger", () => {
    expect(sample("Hello {{ trigger.customer.name }}", "{{trigger.id}}/{{ trigger.customer.mail }}")).toEqual({
      customer: { name: "example", mail: "example" },
      id: "example",
    });
  });

  it("fits values to what they are compared with", () => {
    expect(
      sample('trigger.amount > 100 and {{ trigger.kind }} == "order"', "trigger.amount", "trigger.rush == true"),
    ).toEqual({
      amount: 101,
      kind: "order",
      rush: true,
    });
    expect(sample("trigger.a < 1.5", "trigger.b <= -2", "trigger.c != 0")).toEqual({ a: 0.5, b: -2, c: 0 });
  });

  it("keeps the deeper shape when a path is read whole and in part", () => {
    expect(sample("{{ trigger.order }}", "{{ trigger.order.id }}", "{{ trigger.order }}")).toEqual({
      order: { id: "example" },
    });
  });

  it("is empty where nothing is read, and harmless for odd names", () => {
    expect(sample("triggered", "steps.trigger.output", "{{ trigger }}")).toEqual({});
    expect(Object.keys(sample("trigger.__proto__.x == 1"))).toEqual(["__proto__"]);
    expect(samplePayload(parseJson('[1.10, {"a": null}]'))).toEqual({});
  });
});

describe("missingPaths", () => {
  const nodes = [
    { config: { message: "{{ trigger.amount }} {{ trigger.customer.name ?? 'nobody' }} {{ trigger.a.b > 1 }}" } },
  ];

  it("names what is read and not there, but what has a fallback", () => {
    expect(missingPaths({}, nodes)).toEqual(["trigger.amount", "trigger.a.b"]);
    expect(missingPaths({ amount: null, a: { b: 1 } }, nodes)).toEqual([]);
    expect(missingPaths("text", nodes)).toEqual(["trigger.amount", "trigger.a.b"]);
  });
});
