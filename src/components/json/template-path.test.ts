import { describe, expect, it } from "vitest";
import { parseTemplate } from "@/core/template";
import { templatePath } from "./template-path";

describe("templatePath", () => {
  it.each([
    [{ kind: "trigger" }, [], "{{ trigger }}"],
    [{ kind: "trigger" }, ["customer", "name"], "{{ trigger.customer.name }}"],
    [{ kind: "step", nodeId: "call" }, ["body", 0, "x"], "{{ steps.call.output.body[0].x }}"],
    [{ kind: "step", nodeId: "call-me" }, ["content-type"], "{{ steps.call-me.output.content-type }}"],
    [{ kind: "step", nodeId: "call" }, ["x.y", "ä b", "-"], '{{ steps.call.output["x.y"]["ä b"]["-"] }}'],
    [{ kind: "trigger" }, ['a "b"', "", "1"], '{{ trigger["a \\"b\\""][""]["1"] }}'],
  ] as const)("%j %j is %s", (root, path, text) => {
    expect(templatePath(root, path)).toBe(text);
    expect(() => parseTemplate(text)).not.toThrow();
  });
});
