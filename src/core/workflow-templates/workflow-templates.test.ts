import { describe, expect, it } from "vitest";
import { validateForActivation } from "../graph/validate";
import { workflowTemplates } from ".";

describe("workflow templates", () => {
  it("have ids and names of their own", () => {
    expect(workflowTemplates.length).toBeGreaterThanOrEqual(8);
    for (const key of ["id", "name"] as const) {
      expect(new Set(workflowTemplates.map((template) => template[key])).size).toBe(workflowTemplates.length);
    }
  });

  it.each(workflowTemplates.map((template) => [template.name, template] as const))(
    "%s can be activated as it is",
    (_, template) => {
      expect(validateForActivation(template.definition).problems).toEqual([]);
      expect(template.description.length).toBeGreaterThan(20);
      expect(template.definition.nodes.every(({ name }) => name !== undefined)).toBe(true);
    },
  );
});
