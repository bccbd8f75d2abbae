import { describe, expect, it } from "vitest";
import { nodeKinds, nodeTypes } from "@/core/kinds";
import { nodeLook } from "./node-look";

describe("nodeLook", () => {
  it.each(nodeTypes)("calls %s what its kind calls it", (type) => {
    expect(nodeLook(type).label).toBe(nodeKinds[type].label);
  });

  it("shows an unknown type as what it says", () => {
    expect(["loop", "", "toString"].map((type) => nodeLook(type).label)).toEqual(["loop", "No type", "toString"]);
  });
});
