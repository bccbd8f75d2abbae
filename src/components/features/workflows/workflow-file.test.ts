import { describe, expect, it } from "vitest";
import { JsonText, parseJson } from "@/core/json";
import { workflowFileName, workflowFileText } from "./workflow-file";

describe("workflowFileText", () => {
  it("keeps every digit, the order of the fields, and reads as one line a field", () => {
    const nodes = '[{"id":"a","type":"trigger","config":{"z":9007199254740993,"b":1.10}}]';
    const text = workflowFileText({
      format: "workflow-engine/workflow",
      format_version: 1,
      name: 'A "name"',
      description: "",
      nodes: new JsonText(nodes),
      edges: new JsonText("[]"),
      secrets: ["TOKEN"],
    });
    expect(text).toMatch(/^\{\n {2}"format": "workflow-engine\/workflow",\n {2}"format_version": 1,\n/);
    expect(text.endsWith("}\n")).toBe(true);
    expect(text).toContain('"z": 9007199254740993, "b": 1.10');
    expect(parseJson(text)).toMatchObject({ name: 'A "name"', secrets: ["TOKEN"] });
  });
});

describe("workflowFileName", () => {
  it.each([
    ["Order intake (v2)", "order-intake-v2.workflow.json"],
    ["../../etc/passwd", "etc-passwd.workflow.json"],
    ["Größe", "größe.workflow.json"],
    ["<>", "workflow.workflow.json"],
  ])("%s → %s", (name, file) => {
    expect(workflowFileName(name)).toBe(file);
  });
});
